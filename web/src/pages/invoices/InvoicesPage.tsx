import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { InvoiceList } from '#/features/invoices/components/InvoiceList'
import { RentByMonth } from '#/features/invoices/components/RentByMonth'
import { isAdjustment } from '#/features/invoices/model'
import { ledgersQuery } from '#/features/invoices/queries'
import { PayDues } from '#/features/payments/components/PayDues'
import { LinkButton } from '#/ui/LinkButton'
import { PageTitle } from '#/ui/PageTitle'

export function InvoicesPage() {
  const dues = useDashboard()
  const waits = dues.isPending && !dues.isPaused
  const hasAdjustments = useQuery(ledgersQuery(useCustomerId())).data?.invoices.some(isAdjustment)
  const adjustments = (
    <LinkButton to="/my-subscriptions/adjustment-invoice" variant="quiet" compact>
      {m.invoices_see_adjustments()}
    </LinkButton>
  )
  return (
    <>
      <PageTitle aside={hasAdjustments && adjustments}>{m.invoices_title()}</PageTitle>
      <div className="grid gap-5">
        <PayDues />
        <InvoiceList waits={waits} />
        {!waits && <RentByMonth failureTold />}
      </div>
    </>
  )
}
