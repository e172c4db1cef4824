import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useChanged } from '#/api/changed'
import { m } from '#/copy'
import { useForm } from '#/kit/form'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { TextField } from '#/ui/TextField'
import { emailSchema, inviteByMail, type Referrals } from '../referrals'

/** What an invitation earns, and how to send one: the link, or a mail from us. */
export function InviteCard({ referrals }: { referrals: Referrals }) {
  return (
    <Card title={promise(referrals)}>
      <div className="grid gap-5">
        <How {...referrals} />
        <LinkToShare {...referrals} />
        <MailForm />
      </div>
    </Card>
  )
}

/** How a reward is earned and how many there are. Without rewards, it says only how a friend joins. */
function How({ rewardAmount, friendRewardAmount, mostAYear }: Referrals) {
  const earns = rewardAmount > 0 || friendRewardAmount > 0
  return (
    <div className="grid gap-2 text-muted">
      <p>{earns ? m.referral_how() : m.referral_how_none()}</p>
      {rewardAmount > 0 && <p>{m.referral_limit({ most: mostAYear })}</p>}
    </div>
  )
}

function promise({ rewardAmount, friendRewardAmount }: Referrals): string {
  const reward = formatRupees(rewardAmount)
  const friend = formatRupees(friendRewardAmount)
  if (rewardAmount > 0 && friendRewardAmount > 0) return m.referral_promise_both({ reward, friend })
  if (rewardAmount > 0) return m.referral_promise_reward({ reward })
  if (friendRewardAmount > 0) return m.referral_promise_friend({ friend })
  return m.referral_promise_none()
}

function LinkToShare({ referralCode, referralLink }: Referrals) {
  const share = () =>
    navigator.share({ text: m.referral_share_text({ code: referralCode }), url: referralLink }).catch(() => {})
  const copy = () =>
    navigator.clipboard.writeText(referralLink).then(
      () => toast.success(m.referral_copied()),
      () => toast.error(m.referral_not_copied()),
    )
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1 rounded-row bg-sunken p-4">
        <dt className="text-label text-muted">{m.referral_code()}</dt>
        <dd className="font-bold text-section tracking-wide">{referralCode}</dd>
        <dt className="pt-2 text-label text-muted">{m.referral_link()}</dt>
        <dd className="wrap-anywhere">{referralLink}</dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        {'share' in navigator && (
          <Button onClick={() => void share()}>
            <Share2 aria-hidden="true" className="size-5" />
            {m.referral_share()}
          </Button>
        )}
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          {m.referral_copy()}
        </Button>
      </div>
    </div>
  )
}

function MailForm() {
  const changed = useChanged()
  const [invited, setInvited] = useState<string>()
  const form = useForm({
    schema: emailSchema,
    initialValues: { emailId: '' },
    send: async ({ emailId }) => {
      await inviteByMail(emailId)
      setInvited(emailId)
      form.change({ emailId: '' })
      await changed('referrals')
    },
  })
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        label={m.referral_email()}
        hint={m.referral_email_hint()}
        name="emailId"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={form.answers.emailId}
        error={form.errors.emailId ?? form.submitError}
        onChange={(event) => form.change({ emailId: event.target.value })}
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="justify-self-start">
        {m.referral_email_send()}
      </Button>
      {invited && (
        <p role="status" className="wrap-anywhere text-muted">
          {m.referral_email_sent({ email: invited })}
        </p>
      )}
    </form>
  )
}
