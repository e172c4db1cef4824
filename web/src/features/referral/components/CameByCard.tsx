import { m } from '#/copy'
import { formatDay, formatMoment } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { Card } from '#/ui/Card'
import type { CameBy } from '../referrals'

/** Whose code the customer has entered, and what the reward is and when it comes. */
export function CameByCard({ came }: { came: CameBy }) {
  return (
    <Card title={m.referral_came_title({ name: came.inviter || m.referral_nameless() })}>
      <div className="grid gap-2">
        <p>{m.referral_came_entered({ day: formatMoment(came.entered) ?? '' })}</p>
        {outcome(came)}
      </div>
    </Card>
  )
}

function outcome({ status, rewardAmount, paysBy, ended }: CameBy) {
  if (status === 'lapsed') return <p>{m.referral_outcome_lapsed()}</p>
  if (rewardAmount === 0) return null
  const reward = formatRupees(rewardAmount)
  if (status === 'joined') return <p>{m.referral_came_open({ reward, day: formatDay(paysBy) ?? '' })}</p>
  return (
    <p>
      {m.referral_outcome_rewarded({ reward })} <span className="text-muted">{formatMoment(ended)}</span>
    </p>
  )
}
