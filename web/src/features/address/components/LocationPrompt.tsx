import { LocateFixed } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '#/copy'
import { Button } from '#/ui/Button'

interface LocationPromptProps {
  /** Whether the browser already has the customer's permission. */
  permission: PermissionState
  onAllow(): void
}

/** Asks in our own words before the browser asks. It is not shown if the browser already has an answer. */
export function LocationPrompt({ permission, onAllow }: LocationPromptProps) {
  const titleId = useId()
  const [open, setOpen] = useState(permission === 'prompt')
  if (!open) return null
  const allow = () => {
    setOpen(false)
    onAllow()
  }
  return (
    <section aria-labelledby={titleId} className="grid gap-3 rounded-row bg-brand-soft p-4 text-brand-ink">
      <h3 id={titleId} className="flex items-center gap-2 font-semibold">
        <LocateFixed aria-hidden="true" className="size-5" />
        {m.address_enable_location()}
      </h3>
      <p className="text-support">{m.address_enable_location_note()}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={() => setOpen(false)}>
          {m.address_deny()}
        </Button>
        <Button onClick={allow}>{m.address_allow()}</Button>
      </div>
    </section>
  )
}
