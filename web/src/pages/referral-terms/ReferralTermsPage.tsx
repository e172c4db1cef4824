import { useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { referralsQuery } from '#/features/referral/queries'
import { isDirectLogin } from '#/state/session'
import { Card } from '#/ui/Card'
import { PageTitle } from '#/ui/PageTitle'

/**
 * The terms of referrals. The operator sets the number of rewarded friends, and only the customer may see it.
 */
export function ReferralTermsPage() {
  const { walletName } = useAppConfig()
  const { data } = useQuery({ ...referralsQuery(useCustomerId()), enabled: !isDirectLogin() })
  const terms = [
    m.referral_terms_1(),
    m.referral_terms_2({ wallet: walletName }),
    m.referral_terms_3(),
    m.referral_terms_4(),
    ...(data && data.rewardAmount > 0 ? [m.referral_limit({ most: data.mostAYear })] : []),
  ]
  return (
    <>
      <PageTitle>{m.referral_terms_title()}</PageTitle>
      <Card>
        <ol className="grid list-decimal gap-3 pl-5">
          {terms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ol>
      </Card>
    </>
  )
}
