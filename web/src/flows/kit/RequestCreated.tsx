import { type ReactNode, useEffect } from 'react'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'
import { track } from '#/platform/analytics'
import { DialogFooter } from '#/ui/DialogFooter'
import { Fact } from '#/ui/Fact'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'
import { StepHeading } from './StepHeading'

/** The kinds of request that analytics counts. */
const counted: Partial<Record<FlowName, string>> = {
  'relocate-subscription': 'Relocation Request',
  'repair-request': 'Repair Request',
}

export interface RequestCreatedProps {
  flow: FlowName
  /** The ticket ids of the requests. */
  ticketIds?: readonly string[]
  /** The requested days, and what else was agreed. */
  facts?: ReactNode
  /** What happens next, and what can still be changed. */
  next: string
  /** Further information below the confirmation. */
  children?: ReactNode
  /** Replaces the default button. */
  footer?: ReactNode
}

/** The last screen of a request: it has been raised under this number, and this is what happens next. */
export function RequestCreated({ flow, ticketIds = [], facts, next, children, footer }: RequestCreatedProps) {
  useEffect(() => {
    const ticketType = counted[flow]
    if (ticketType) track('request created', { ticketType })
  }, [flow])
  return (
    <>
      <StepHeading>{m.flows_created_title()}</StepHeading>
      <p className="text-muted">{m.flows_created_text()}</p>
      <Raised ticketIds={ticketIds} facts={facts} next={next} />
      {children}
      <DialogFooter>{footer ?? <WayOn flow={flow} />}</DialogFooter>
    </>
  )
}

type RaisedProps = Required<Pick<RequestCreatedProps, 'ticketIds' | 'next'>> & Pick<RequestCreatedProps, 'facts'>

/** The number of the request, its dates, and what happens next. */
export function Raised({ ticketIds, facts, next }: RaisedProps) {
  return (
    <div className="grid gap-4 pt-5">
      {(ticketIds.length > 0 || facts) && (
        <dl className="grid gap-4 rounded-row bg-sunken p-4 desktop:grid-cols-2">
          <Fact term={m.flows_created_ticket()}>
            {ticketIds.length > 0 &&
              ticketIds.map((id) => (
                <p key={id} className="break-all font-semibold">
                  {id}
                </p>
              ))}
          </Fact>
          {facts}
        </dl>
      )}
      <Notice title={m.flows_created_next()}>{next}</Notice>
    </div>
  )
}

function WayOn({ flow }: { flow: FlowName }) {
  if (flow === 'extend-subscription') {
    return (
      <LinkButton to="/home" replace wide>
        {m.flows_go_back()}
      </LinkButton>
    )
  }
  return <SeeRequestStatus />
}

export function SeeRequestStatus({ quiet = false }: { quiet?: boolean }) {
  return (
    <LinkButton to="/my-subscriptions/all-requests" wide variant={quiet ? 'quiet' : 'primary'}>
      {m.flows_created_status()}
    </LinkButton>
  )
}
