import * as v from 'valibot'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { InlineError } from '#/kit/InlineError'
import { Button } from '#/ui/Button'
import { TextField } from '#/ui/TextField'
import { type Statement, setStatementPassword } from '../calls'
import { withToast } from '../problem-toast'
import { useStepTaken } from '../step'

const MAX_LENGTH = 100

const schema = v.object({ password: v.string() })

interface StatementPasswordProps {
  statement: Statement
  onTaken(): void
}

/**
 * Starts the reading of the statement, with the password of the file if it has one.
 * A wrong password can be entered again.
 */
export function StatementPassword({ statement, onTaken }: StatementPasswordProps) {
  const taken = useStepTaken()
  const form = useForm({
    schema,
    initialValues: { password: '' },
    send: async ({ password }) => {
      await withToast(setStatementPassword(statement.documentId, password || undefined))
      onTaken()
      await taken()
    },
  })
  return (
    <form {...form.props} className="grid gap-4 rounded-row bg-surface p-4">
      <p className="font-semibold">{m.kyc_bank_arrived()}</p>
      <TextField
        label={m.kyc_bank_password()}
        hint={m.kyc_bank_password_hint()}
        optionalText={m.kyc_optional()}
        type="password"
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={form.answers.password}
        error={form.errors.password}
        onChange={({ target }) => form.change({ password: target.value })}
      />
      <InlineError>{form.submitError}</InlineError>
      <Button wide busy={form.busy} {...form.button}>
        {m.kyc_bank_read()}
      </Button>
    </form>
  )
}
