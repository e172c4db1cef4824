import { type FormEvent, useState } from 'react'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { isCompleteMobile } from '#/shared/phone'
import { useDocumentTitle } from '#/shared/use-document-title'
import { Button } from '#/ui/Button'
import { PhoneField } from '#/ui/PhoneField'

interface NumberStepProps {
  mobile: string
  onMobileChange(digits: string): void
  onSubmit(): void
  busy: boolean
  error?: string
}

export function NumberStep({ mobile, onMobileChange, onSubmit, busy, error }: NumberStepProps) {
  useDocumentTitle(m.session_title())
  const [complaint, setComplaint] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCompleteMobile(mobile)) onSubmit()
    else setComplaint(m.session_mobile_invalid())
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="font-bold text-page">{m.session_title()}</h1>
        <p className="text-muted">{m.session_intro()}</p>
      </div>
      <PhoneField
        label={m.session_mobile()}
        name="mobile"
        value={mobile}
        onValueChange={(digits) => {
          setComplaint(undefined)
          onMobileChange(digits)
        }}
        error={complaint ?? error}
      />
      <Button type="submit" wide busy={busy}>
        {m.session_send_code()}
      </Button>
      <p className="text-label text-subtle">
        {m.session_terms_lead()}{' '}
        <a href={pageHref('/terms-and-conditions')} className="font-semibold text-brand-ink underline">
          {m.session_terms()}
        </a>
      </p>
    </form>
  )
}
