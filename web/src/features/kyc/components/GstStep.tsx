import * as v from 'valibot'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { TextField } from '#/ui/TextField'
import { verifyGst } from '../calls'
import { asGstin, GSTIN_LENGTH, isGstin } from '../gstin'
import { withToast } from '../problem-toast'
import { useStepTaken } from '../step'

const schema = v.object({
  gstIn: v.pipe(
    v.string(),
    v.check(isGstin, () => m.kyc_gst_invalid()),
  ),
})

/** The GSTIN. Typing errors are found before it is looked up. */
export function GstStep() {
  const taken = useStepTaken()
  const form = useForm({
    savedAs: 'kyc-gst',
    schema,
    initialValues: { gstIn: '' },
    send: ({ gstIn }) => withToast(verifyGst(gstIn)).then(taken),
  })
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label={m.kyc_gstin()}
        hint={m.kyc_gst_hint()}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={form.answers.gstIn}
        error={form.errors.gstIn}
        onChange={({ target }) => form.change({ gstIn: asGstin(target.value).slice(0, GSTIN_LENGTH) })}
      />
      <InlineError>{form.submitError}</InlineError>
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_gst_verify()}
      </Button>
    </form>
  )
}
