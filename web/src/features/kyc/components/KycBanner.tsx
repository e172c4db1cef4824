import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import type { CompletionStatus } from '#/api/kyc'
import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { completionQuery } from '../queries'
import { Declined } from './Declined'

/**
 * What home shows about an incomplete verification: start it, it was declined, or there is nothing to do now.
 * While the state loads, the space is reserved.
 * If it cannot be loaded, the banner says that the verification is pending.
 */
export function KycBanner() {
  const { data, isPending } = useQuery(completionQuery(useCustomerId()))
  if (isPending) return <span className="slip block h-80" />
  return <Said completion={data} />
}

function Said({ completion }: { completion: CompletionStatus | undefined }) {
  switch (completion?.status) {
    case 'declined':
      return <Declined completion={completion} action={<SeeState />} />
    case 'evaluating':
      return (
        <Notice tone="due" title={m.kyc_evaluating()} action={<SeeState />}>
          {m.kyc_evaluating_text()}
        </Notice>
      )
    case 'in_review':
      return (
        <Notice tone="due" title={m.kyc_in_review()} action={<SeeState />}>
          {m.kyc_in_review_text()}
        </Notice>
      )
    default:
      return (
        <Notice
          tone="due"
          title={m.kyc_pending()}
          action={
            <LinkButton to="/kyc" compact>
              {m.kyc_start()}
            </LinkButton>
          }
        >
          {completion?.percentage ? m.kyc_home_percent({ percent: completion.percentage }) : m.kyc_home_text()}
        </Notice>
      )
  }
}

function SeeState() {
  return (
    <LinkButton to="/kyc" compact>
      {m.kyc_see_state()}
    </LinkButton>
  )
}
