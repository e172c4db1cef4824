import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { Button } from '#/ui/Button'
import { CodeField } from '#/ui/CodeField'
import { CODE_LENGTH, codeSchema } from '../code'
import { type SignIn, verifyLoginCode } from '../sign-in'

interface CodeFormProps {
  challengeId: string
  /** The label of the button. */
  verb: string
  head?: ReactNode
  /** The content below the button. `clear` empties the field. */
  foot?(clear: () => void): ReactNode
  onSignedIn(answer: SignIn): void
}

/** Submits when the sixth digit arrives, whether it was typed, pasted or filled in from the SMS. */
export function CodeForm({ challengeId, verb, head, foot, onSignedIn }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useForm({
    schema: codeSchema,
    initialValues: { code: '' },
    send: async ({ code }) => onSignedIn(await verifyLoginCode(challengeId, code)),
  })
  const change = (code: string) => {
    form.change({ code })
    if (code.length === CODE_LENGTH && code !== form.answers.code) form.submit({ code })
  }
  return (
    <form {...form.props} className="grid gap-5">
      {head}
      <CodeField
        ref={field}
        label={m.session_code()}
        length={CODE_LENGTH}
        name="code"
        value={form.answers.code}
        onValueChange={change}
        error={form.errors.code ?? form.submitError}
      />
      <Button type="submit" wide busy={form.busy}>
        {verb}
      </Button>
      {foot?.(() => form.change({ code: '' }))}
    </form>
  )
}
