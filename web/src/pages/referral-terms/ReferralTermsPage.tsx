import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { Card } from '#/ui/Card'
import { PageTitle } from '#/ui/PageTitle'

export function ReferralTermsPage() {
  const { walletName } = useAppConfig()
  const terms = [
    m.referral_terms_1(),
    m.referral_terms_2({ wallet: walletName }),
    m.referral_terms_3(),
    m.referral_terms_4(),
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
