import { useQuery } from '@tanstack/react-query'
import { dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import type { DialogProps } from '#/shared/dialog-props'
import { EmptyShelfArt } from '#/ui/art/EmptyShelfArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { RentSlip } from '#/ui/RentSlip'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'
import { SpinnerBlock } from '#/ui/Spinner'

/** Room below the content, in px. */
const SETTLEMENT_PADDING = 180

/** What goes back to the customer after the last item is returned. */
export default function SettlementDialog({ onClose, onBack }: DialogProps) {
  const { data } = useQuery(dashboardQuery)
  const refund = data?.depositDetails.isSettlementReady ? Math.max(0, data.depositBalance) : 0
  return (
    <ResponsiveDialog
      title={m.settlement_title()}
      onClose={onBack}
      closeLabel={m.shell_close()}
      bodyPadding={SETTLEMENT_PADDING}
    >
      {!data && <SpinnerBlock label={m.shell_loading()} />}
      {refund > 0 && <Refund amount={refund} />}
      {data && refund === 0 && (
        <EmptyState
          art={<EmptyShelfArt />}
          title={m.settlement_none()}
          action={<Button onClick={onClose}>{m.requests_go_back()}</Button>}
        />
      )}
    </ResponsiveDialog>
  )
}

function Refund({ amount }: { amount: number }) {
  return (
    <RentSlip title={m.settlement_amount()} amount={amount} tone="paid" as="h3" className="bg-sunken">
      <p className="text-muted">{m.settlement_bank_text()}</p>
    </RentSlip>
  )
}
