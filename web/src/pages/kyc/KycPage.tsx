import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { age } from '#/kit/Age'
import { Loaded } from '#/kit/Loaded'
import { formatMobile } from '#/shared/phone'
import { useSessionUser } from '#/state/session'
import { Card } from '#/ui/Card'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { PageTitle } from '#/ui/PageTitle'
import { SpinnerBlock } from '#/ui/Spinner'

/** Who is signed in, and whether the identity check is done. */
export function KycPage() {
  return (
    <>
      <PageTitle>{m.kyc_title()}</PageTitle>
      <div className="grid gap-5">
        <PersonCard />
        <Loaded
          query={useDashboard()}
          pending={<SpinnerBlock label={m.kit_loading()} />}
          failed={m.kyc_failed()}
          age={age}
        >
          {(data) => <KycNotice pending={data.userStatus.kycPending} />}
        </Loaded>
      </div>
    </>
  )
}

function KycNotice({ pending }: { pending: boolean }) {
  const action = (
    <LinkButton to="/kyc/documents/{-$profession}" variant="secondary" compact>
      {m.kyc_see_documents()}
    </LinkButton>
  )
  return (
    <Notice
      tone={pending ? 'due' : 'success'}
      title={pending ? m.app_kyc_pending() : m.app_kyc_completed()}
      action={pending ? action : undefined}
    >
      {pending ? m.kyc_pending_text() : m.kyc_completed_text()}
    </Notice>
  )
}

function PersonCard() {
  const user = useSessionUser()
  const rows = [
    [m.kyc_name(), user?.fullName],
    [m.kyc_phone(), user?.mobileNumber && formatMobile(user.mobileNumber)],
    [m.kyc_email(), user?.email],
  ]
  return (
    <Card>
      <dl className="grid gap-4 desktop:grid-cols-3">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-label text-subtle">{label}</dt>
            <dd className="wrap-anywhere font-semibold">{value || m.kit_not_available()}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
