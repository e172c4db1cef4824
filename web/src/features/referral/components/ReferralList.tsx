import { m } from '#/copy'
import { formatMoment } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { SofaArt } from '#/ui/art/SofaArt'
import { Card } from '#/ui/Card'
import { Chip, type ChipTone } from '#/ui/Chip'
import { EmptyState } from '#/ui/EmptyState'
import type { Referral, Referrals } from '../referrals'

/** The invited friends, and the state of each invitation. */
export function ReferralList({ referrals, mostAYear }: Pick<Referrals, 'referrals' | 'mostAYear'>) {
  if (referrals.length === 0) return <EmptyState art={<SofaArt />} title={m.referral_empty()} />
  return (
    <Card title={m.referral_list_title()}>
      <ul className="grid divided">
        {referrals.map((referral) => (
          <ReferralRow key={referral.id} {...referral} most={mostAYear} />
        ))}
      </ul>
    </Card>
  )
}

const states: Record<Referral['status'], { tone: ChipTone; word(): string }> = {
  invited: { tone: 'neutral', word: m.referral_state_invited },
  joined: { tone: 'brand', word: m.referral_state_joined },
  rewarded: { tone: 'success', word: m.referral_state_rewarded },
  lapsed: { tone: 'neutral', word: m.referral_state_lapsed },
}

/** A referral that has ended shows the day on which it ended, as the wallet does for its reward. */
function ReferralRow({ name, email, status, rewardAmount, created, ended, most }: Referral & { most: number }) {
  const { tone, word } = states[status]
  return (
    <li className="grid gap-0.5 py-3 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="wrap-anywhere font-semibold">{name || email || m.referral_nameless()}</span>
        <Chip tone={tone}>{word()}</Chip>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-muted text-support">
        <span>{outcome(status, rewardAmount, most)}</span>
        <span>{formatMoment(ended ?? created)}</span>
      </div>
    </li>
  )
}

/** The customer's reward for a referral, in words. */
function outcome(status: Referral['status'], amount: number, most: number): string {
  if (status === 'lapsed') return m.referral_outcome_lapsed()
  const reward = formatRupees(amount)
  if (status === 'rewarded')
    return amount > 0 ? m.referral_outcome_rewarded({ reward }) : m.referral_outcome_full({ most })
  return amount > 0 ? m.referral_outcome_open({ reward }) : ''
}
