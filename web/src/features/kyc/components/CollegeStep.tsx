import * as v from 'valibot'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { TextField } from '#/ui/TextField'
import { saveCollegeName } from '../calls'
import { withToast } from '../problem-toast'
import { useStepTaken } from '../step'

const MAX_LENGTH = 200

const schema = v.object({
  collegeName: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(3, () => m.kyc_college_missing()),
  ),
})

export function CollegeStep() {
  const taken = useStepTaken()
  const form = useForm({
    savedAs: 'kyc-college',
    schema,
    initialValues: { collegeName: '' },
    send: ({ collegeName }) => withToast(saveCollegeName(collegeName)).then(taken),
  })
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label={m.kyc_college_name()}
        hint={m.kyc_college_hint()}
        autoComplete="organization"
        maxLength={MAX_LENGTH}
        value={form.answers.collegeName}
        error={form.errors.collegeName}
        onChange={({ target }) => form.change({ collegeName: target.value })}
      />
      <InlineError>{form.submitError}</InlineError>
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_save()}
      </Button>
    </form>
  )
}
