import * as v from 'valibot'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { useForm } from '#/kit/form'
import { isCompleteMobile } from '#/shared/phone'
import { useDocumentTitle } from '#/shared/use-document-title'
import { Button } from '#/ui/Button'
import { PhoneField } from '#/ui/PhoneField'

interface NumberStepProps {
  /** The number that was entered before. */
  mobile: string
  onSubmit(mobile: string): Promise<unknown>
}

const schema = v.object({
  mobile: v.pipe(
    v.string(),
    v.check(isCompleteMobile, () => m.session_mobile_invalid()),
  ),
})

export function NumberStep({ mobile, onSubmit }: NumberStepProps) {
  useDocumentTitle(m.session_title())
  const form = useForm({ schema, initialValues: { mobile }, send: ({ mobile: number }) => onSubmit(number) })
  return (
    <form {...form.props} className="grid gap-5">
      <div className="grid gap-1">
        <h1 className="font-bold text-page">{m.session_title()}</h1>
        <p className="text-muted">{m.session_intro()}</p>
      </div>
      <PhoneField
        label={m.session_mobile()}
        name="mobile"
        value={form.answers.mobile}
        onValueChange={(digits) => form.change({ mobile: digits })}
        error={form.errors.mobile ?? form.submitError}
      />
      <Button type="submit" wide busy={form.busy}>
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
