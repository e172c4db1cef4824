import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { TextField } from '#/ui/TextField'
import { codeSchema, joinReferral } from '../referrals'

/** A customer who has paid no rent yet enters here the code of the friend who invited them. */
export function JoinCard({ code = '', reward }: { code?: string; reward: number }) {
  const changed = useChanged()
  const form = useForm({
    schema: codeSchema,
    initialValues: { referralCode: code },
    send: async ({ referralCode }) => {
      await joinReferral(referralCode)
      toast.success(m.referral_joined())
      await changed('referrals')
    },
  })
  return (
    <Card title={m.referral_join_title()}>
      <form {...form.props} className="grid gap-3">
        <TextField
          label={m.referral_join_code()}
          hint={reward > 0 ? m.referral_join_hint({ reward: formatRupees(reward) }) : undefined}
          name="referralCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={form.answers.referralCode}
          error={form.errors.referralCode ?? form.submitError}
          onChange={(event) => form.change({ referralCode: event.target.value })}
        />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          {m.referral_join()}
        </Button>
      </form>
    </Card>
  )
}
