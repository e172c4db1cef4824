import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { once } from '#/api/idempotency'
import { m } from '#/copy'
import { liveTicketsQuery, type Ticket } from '#/features/tickets/queries'
import { ticketName } from '#/features/tickets/words'
import { type Agreed, extensionName, UPCOMING_LIST, upcomingQuery } from '#/features/upcoming/queries'
import { ActionError } from '#/kit/ActionError'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { catchLostFocus } from '#/platform/lost-focus'
import { toast } from '#/platform/toast'
import type { DialogProps } from '#/shared/dialog-props'
import { formatRupees } from '#/shared/money'
import { Button } from '#/ui/Button'
import { Fact } from '#/ui/Fact'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { SpinnerBlock } from '#/ui/Spinner'
import { byARequest } from '../kit/define-flow'
import { SeeTicket } from '../kit/Refusal'
import { takeBackDraft } from '../kit/use-flow'
import { inTheWay } from '../kit/use-submit'
import { takeBackExtension } from './queries'
import { leavingWords } from './words'

/** An agreed extension that has not started: what it commits to, and how to take it back. `step` names it. */
export default function AgreedExtension({ step, returns, onClose, onBack }: DialogProps) {
  const customer = useCustomerId()
  const query = useQuery(upcomingQuery(customer))
  const live = useQuery(liveTicketsQuery(customer))
  const all = query.data?.extensions ?? []
  const agreed = all.findLast((one) => extensionName(one) === step || String(one.orderItemId) === step)
  const ofItem = all.filter(({ orderItemId }) => orderItemId === agreed?.orderItemId)
  const later = ofItem.findLast(({ startDate }) => agreed && startDate > agreed.startDate)
  const request = live.data?.find((ticket) => agreed && needsTenure(ticket, agreed.orderItemId))
  const done = returns ? onBack : onClose
  const takeBack = useTakeBack(done)
  const ticketId = takeBack.error ? inTheWay(takeBack.error) : undefined
  const open = agreed?.takeBackUntil && !request && live.data
  const close = () => {
    // A customer who closes this dialog does not return to the closure, so a later closure starts fresh.
    if (returns) takeBackDraft('close-subscription', customer)
    onClose()
  }
  return (
    <Dialog
      title={agreed ? m.extend_agreed_title({ item: agreed.productName }) : m.requests_extend_title()}
      onClose={close}
      footer={
        <div className="button-pair">
          {open && (
            <Button wide variant="danger" busy={takeBack.isPending} onClick={() => takeBack.mutate(agreed)}>
              {m.extend_take_back()}
            </Button>
          )}
          <Button wide variant="secondary" onClick={done}>
            {open ? m.flows_keep() : m.kit_back()}
          </Button>
        </div>
      }
      persistent
    >
      <div className="grid gap-4">
        <ActionError
          error={takeBack.error}
          action={ticketId && <SeeTicket ticketId={ticketId} />}
          onRetry={() => agreed && takeBack.mutate(agreed)}
        />
        <QueryContent
          query={query}
          pending={<SpinnerBlock label={m.extend_loading()} />}
          failed={m.extend_agreed_failed()}
          age={dataAge}
        >
          {() => {
            if (agreed) {
              return (
                <WhatIsAgreed agreed={agreed}>
                  <QueryContent
                    query={live}
                    pending={<SpinnerBlock label={m.extend_loading()} />}
                    failed={m.extend_agreed_failed()}
                    age={null}
                  >
                    {() => <TakingBack agreed={agreed} later={later} request={request} />}
                  </QueryContent>
                </WhatIsAgreed>
              )
            }
            // If the server has refused, the refusal already says this.
            return !takeBack.error && <Notice>{m.extend_agreed_none()}</Notice>
          }}
        </QueryContent>
      </div>
    </Dialog>
  )
}

/**
 * Whether the request was raised for the extended tenure.
 * Until it ends, the server does not take the extension back.
 */
function needsTenure({ itemsLeave, orderItemIds }: Ticket, orderItemId: number): boolean {
  return itemsLeave === true && orderItemIds.includes(orderItemId)
}

interface AgreedProps {
  agreed: Agreed
}

function WhatIsAgreed({ agreed, children }: AgreedProps & { children: ReactNode }) {
  const { productName, rentAmount, startDate, tenureEndDate, isAC, maxLeavingCharge } = agreed
  return (
    <>
      <p>{m.extend_binds({ item: productName, day: formatDay(tenureEndDate) ?? tenureEndDate })}</p>
      <dl>
        <Fact term={m.extend_rent_new()}>
          {m.extend_agreed_rent({ amount: formatRupees(rentAmount), from: formatDay(startDate) ?? startDate })}
        </Fact>
      </dl>
      <p>{leavingWords({ most: maxLeavingCharge, isFixed: isAC, end: tenureEndDate })}</p>
      {children}
    </>
  )
}

interface TakingBackProps extends AgreedProps {
  /** A later extension of the same item. */
  later: Agreed | undefined
  /** The live request that prevents taking the extension back. */
  request: Ticket | undefined
}

/** Until when the extension can be taken back and what that means, or what must be done before. */
function TakingBack({ agreed, later, request }: TakingBackProps) {
  const { takeBackUntil, tenureEndBefore, rentBefore, rentBeforeFrom } = agreed
  if (request) {
    return (
      <Notice action={<SeeTicket ticketId={request.ticketId} />}>
        {m.extend_request_first({ type: ticketName(request) })}
      </Notice>
    )
  }
  if (later) return <LaterFirst later={later} />
  const until = formatDay(takeBackUntil)
  if (!until) return <p>{m.extend_irrevocable()}</p>
  const day = formatDay(tenureEndBefore)
  const words = day && { day, amount: formatRupees(rentBefore) }
  const from = formatDay(rentBeforeFrom)
  return (
    <>
      <p>{m.extend_revocable_here({ day: until })}</p>
      {words && (
        <p className="text-muted">
          {from ? m.extend_take_back_means_from({ ...words, from }) : m.extend_take_back_means(words)}
        </p>
      )}
    </>
  )
}

function LaterFirst({ later }: { later: Agreed }) {
  const day = formatDay(later.startDate) ?? later.startDate
  const search = (rest: object) => ({ ...rest, extension: extensionName(later) })
  return (
    <Notice
      action={
        <LinkButton to="." search={search} compact variant="secondary">
          {m.extend_later_see({ day })}
        </LinkButton>
      }
    >
      {m.extend_later_first({ day })}
    </Notice>
  )
}

function useTakeBack(onDone: () => void) {
  const customer = useCustomerId()
  const changed = useChanged()
  return useMutation({
    mutationFn: ({ orderItemId, tenureEndDate }: Agreed) =>
      once('take-back-extension', { customer, orderItemId, tenureEndDate }, (headers) =>
        takeBackExtension(customer, { orderItemId, tenureEndDate }, headers),
      ),
    onSuccess: () => {
      toast.success(m.extend_taken_back())
      onDone()
      focusAfterwards()
    },
    onSettled: () => void changed(...byARequest),
  })
}

/**
 * Taking the extension back removes its line on home, and with it the focus that the dialog restored there.
 * The focus then moves to the heading of the list or, if the list is empty, to the start of the page.
 */
function focusAfterwards(): void {
  catchLostFocus(() => {
    const list = document.getElementById(UPCOMING_LIST)
    return list?.closest('section')?.querySelector('h2') ?? document.getElementById('content')
  })
}
