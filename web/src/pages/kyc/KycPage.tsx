import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import type { KycData } from '#/api/kyc'
import { m } from '#/copy'
import { KycState } from '#/features/kyc/components/KycState'
import { professionOf } from '#/features/kyc/model'
import { completionQuery, kycDataQuery } from '#/features/kyc/queries'
import { professionName } from '#/features/kyc/words'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { formatMobile } from '#/shared/phone'
import { useSessionUser } from '#/state/session'
import { Card } from '#/ui/Card'
import { PageTitle } from '#/ui/PageTitle'
import { SkeletonList } from '#/ui/Skeleton'

/** Who is signed in, and the state of their verification. */
export function KycPage() {
  const customer = useCustomerId()
  const data = useQuery(kycDataQuery(customer))
  return (
    <>
      <PageTitle>{m.kyc_title()}</PageTitle>
      <div className="grid gap-5">
        <PersonCard data={data.data} />
        <div>
          <QueryContent
            query={useQuery(completionQuery(customer))}
            pending={<SkeletonList label={m.kit_loading()} rows={5} />}
            failed={m.kyc_failed()}
            age={dataAge}
          >
            {(completion) => <KycState completion={completion} />}
          </QueryContent>
        </div>
      </div>
    </>
  )
}

function PersonCard({ data }: { data: KycData | undefined }) {
  const user = useSessionUser()
  const profession = data && professionOf(data)
  const rows = [
    [m.kyc_name(), user?.fullName],
    [m.kyc_phone(), user?.mobileNumber && formatMobile(user.mobileNumber)],
    [m.kyc_email(), user?.email],
    [m.kyc_profession(), profession && professionName(profession.type, profession.label)],
  ]
  return (
    <Card>
      <dl className="grid gap-4 desktop:grid-cols-2">
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
