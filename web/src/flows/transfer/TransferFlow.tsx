import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { usePayment } from '#/features/payments/store'
import { flowWords } from '#/features/requests/model'
import { ticketQuery } from '#/features/tickets/queries'
import { formatDay } from '#/kit/dates'
import type { DialogProps } from '#/shared/dialog-props'
import { formatMobile } from '#/shared/phone'
import { usePaymentRequest } from '#/state/payment-request'
import { DialogFooter } from '#/ui/DialogFooter'
import { Fact } from '#/ui/Fact'
import { LinkButton } from '#/ui/LinkButton'
import { ChooseItems } from '../kit/ChooseItems'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { Raised, SeeRequestStatus } from '../kit/RequestCreated'
import { StepHeading } from '../kit/StepHeading'
import { ConfirmationStep } from './ConfirmationStep'
import {
  CONFIRMATION,
  NOT_A_USER,
  PHONE,
  type TransferDraft,
  type TransferFlow,
  type TransferMade,
  type TransferStep,
} from './model'
import { NotAUser } from './NotAUser'
import { PhoneStep } from './PhoneStep'

/** The flow that hands items over to another customer: which, on what terms, and to whom. */
const transferFlow = defineFlow<TransferDraft, TransferStep, TransferMade>({
  name: 'transfer-ownership',
  title: flowWords['transfer-ownership'].title,
  start: { chosen: [], confirmed: false, mobile: '' },
  total: 2,
  steps: {
    [PRODUCTS]: { progress: 1, opens: () => true, Screen: Products },
    [CONFIRMATION]: { progress: 1, opens: hasItems, Screen: ConfirmationStep },
    [PHONE]: { progress: 2, opens: (draft) => hasItems(draft) && draft.confirmed, Screen: PhoneStep },
    [NOT_A_USER]: { progress: 2, opens: ({ unregistered }) => unregistered !== undefined, Screen: NotAUser },
  },
  mends: { orderItemIds: PRODUCTS },
  Created: TransferCreated,
  useWaits: usePaying,
})

export default function TransferDialog(dialog: DialogProps) {
  return <FlowDialog definition={transferFlow} dialog={dialog} />
}

/** Dues are paid in the payment dialog. Afterwards the flow is where it was. */
function usePaying(): boolean {
  const asked = usePaymentRequest() !== undefined
  const { phase } = usePayment()
  return asked || phase !== 'idle'
}

/** Live requests are checked only after the terms. */
function Products({ flow }: { flow: TransferFlow }) {
  return (
    <ChooseItems
      flow={flow}
      forgets={{ confirmed: false }}
      noneEligible={m.transfer_none_eligible()}
      instead={{
        text: m.transfer_none_instead(),
        action: (
          <LinkButton to="/home" search={{ requestType: 'close-subscription' }}>
            {m.requests_offer_close()}
          </LinkButton>
        ),
      }}
      onward={() => flow.go(CONFIRMATION)}
    />
  )
}

function TransferCreated({ made }: { made: TransferMade }) {
  const { data } = useQuery(ticketQuery(useCustomerId(), made.ticketId))
  const day = formatDay(data?.lastDay)
  return (
    <>
      <StepHeading>{m.flows_created_title()}</StepHeading>
      <p>{m.transfer_created_text()}</p>
      <Raised
        ticketIds={[made.ticketId]}
        facts={<Fact term={m.transfer_created_to()}>{formatMobile(made.mobile)}</Fact>}
        next={m.transfer_created_next()}
      />
      {day && <p className="pt-4 text-muted">{m.transfer_created_by({ day })}</p>}
      <DialogFooter>
        <SeeRequestStatus />
      </DialogFooter>
    </>
  )
}
