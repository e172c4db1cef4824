import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { toast } from '#/platform/toast'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'
import { isNotified, markAsked } from '../notified'
import { turnOn } from '../this-device'

/** Sticks to the bottom of the window, and is the last part of the page. The help panel lies above it. */
const place =
  'sticky bottom-0 z-10 mx-auto grid max-w-[640px] gap-4 rounded-t-sheet bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-overlay print:hidden'

/** On a phone it is above the help bar (`features/help/HelpWidget`). This is the height of that bar. */
const HELP_BAR = 'calc(3.25rem + 1px + max(1rem, env(safe-area-inset-bottom)))'
const aboveHelp: CSSProperties = { bottom: HELP_BAR, marginBottom: HELP_BAR, paddingBottom: '1rem' }

/** While this card is on screen, focused elements are scrolled above it. */
function keepFocusInSight(): () => void {
  const { style } = document.documentElement
  style.scrollPaddingBottom = '21rem'
  return () => void style.removeProperty('scroll-padding-bottom')
}

/**
 * Asks before the browser does. A no to the browser's own question is final, so that one needs a tap first.
 */
export function PushPrompt({ onClose }: { onClose(): void }) {
  const customer = useCustomerId()
  const config = useAppConfig()
  const desktop = useIsDesktop()
  useEffect(markAsked, [])
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => turnOn(customer, config),
    onSuccess: () => {
      if (isNotified(customer)) toast.success(m.session_notify_done())
      onClose()
    },
  })
  return (
    <aside
      ref={keepFocusInSight}
      aria-label={m.session_notify_title()}
      className={place}
      style={desktop ? undefined : aboveHelp}
    >
      <div className="flex gap-3">
        <BellRing aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="grid gap-1">
          <p className="font-semibold">{m.session_notify_title()}</p>
          <p className="text-muted text-support">{m.session_notify_text()}</p>
        </div>
      </div>
      <ActionError error={error} busy={isPending} onRetry={mutate} />
      <div className="button-pair">
        <Button wide compact busy={isPending} onClick={() => mutate()}>
          {m.session_notify_on()}
        </Button>
        <Button wide compact variant="secondary" onClick={onClose}>
          {m.session_notify_later()}
        </Button>
      </div>
    </aside>
  )
}
