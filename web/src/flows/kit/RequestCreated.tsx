import { type ReactNode, useEffect } from 'react'
import { m } from '#/copy'
import type { FlowName } from '#/features/requests/model'
import { track } from '#/platform/analytics'
import { DialogFooter } from '#/ui/DialogFooter'
import { LinkButton } from '#/ui/LinkButton'
import { StepHeading } from './StepHeading'

/** The kinds of request that are counted. */
const counted: Partial<Record<FlowName, string>> = {
  'relocate-subscription': 'Relocation Request',
  'repair-request': 'Repair Request',
}

export interface RequestCreatedProps {
  flow: FlowName
  /** What remains to be told, below the good news. */
  children?: ReactNode
  /** Instead of the one way on. */
  footer?: ReactNode
}

/** The last screen of a request: it has been raised. */
export function RequestCreated({ flow, children, footer }: RequestCreatedProps) {
  useEffect(() => {
    const ticketType = counted[flow]
    if (ticketType) track('request created', { ticketType })
  }, [flow])
  return (
    <>
      <StepHeading>{m.requests_created_title()}</StepHeading>
      <p className="text-muted">{m.requests_created_text()}</p>
      {children}
      <DialogFooter>{footer ?? <WayOn flow={flow} />}</DialogFooter>
    </>
  )
}

function WayOn({ flow }: { flow: FlowName }) {
  if (flow === 'extend-subscription') {
    return (
      <LinkButton to="/home" replace wide>
        {m.requests_go_back()}
      </LinkButton>
    )
  }
  return <SeeRequestStatus />
}

export function SeeRequestStatus({ quiet = false }: { quiet?: boolean }) {
  return (
    <LinkButton to="/my-subscriptions/all-requests" wide variant={quiet ? 'quiet' : 'primary'}>
      {m.requests_created_status()}
    </LinkButton>
  )
}
