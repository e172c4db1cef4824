import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { CameByCard } from '#/features/referral/components/CameByCard'
import { ContactsCard } from '#/features/referral/components/ContactsCard'
import { InviteCard } from '#/features/referral/components/InviteCard'
import { JoinCard } from '#/features/referral/components/JoinCard'
import { ReferralList } from '#/features/referral/components/ReferralList'
import { referralsQuery } from '#/features/referral/queries'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { isDirectLogin } from '#/state/session'
import { EmptyState } from '#/ui/EmptyState'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'
import { SpinnerBlock } from '#/ui/Spinner'

/** Invite friends, and see what became of the invitations. Agents cannot invite. */
export function ReferralPage() {
  const terms = (
    <LinkButton to="/referral/terms" variant="secondary" className="justify-self-start">
      {m.referral_terms_link()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle>{m.referral_title()}</PageTitle>
      <div className="grid gap-6">
        {isDirectLogin() ? (
          <EmptyState title={m.referral_not_for_agents()} action={terms} />
        ) : (
          <>
            <Referring />
            {terms}
          </>
        )}
      </div>
    </>
  )
}

function Referring() {
  const query = useQuery(referralsQuery(useCustomerId()))
  const code = useSearch({ from: '/_default/referral', select: (search) => search.code })
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.kit_loading()} />}
      failed={m.referral_failed()}
      age={dataAge}
    >
      {(referrals) => (
        <>
          {referrals.canJoin && <JoinCard code={code} reward={referrals.friendRewardAmount} />}
          {referrals.cameBy && <CameByCard came={referrals.cameBy} />}
          <InviteCard referrals={referrals} />
          <ReferralList {...referrals} />
          <ContactsCard />
        </>
      )}
    </QueryContent>
  )
}
