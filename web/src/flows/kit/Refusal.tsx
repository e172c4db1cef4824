import { useIsMutating } from '@tanstack/react-query'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'
import { InlineError } from '#/kit/InlineError'
import { RetryButton } from '#/kit/LoadError'
import { LinkButton } from '#/ui/LinkButton'
import { submissionKey } from './use-submit'

interface RefusalProps {
  flow: {
    definition: { name: FlowName }
    refusal: string | undefined
    refusedFor: string | undefined
    tryAgain: (() => void) | undefined
  }
}

/** Says why the request was refused. The text stays where the customer can fix it until something changes. */
export function Refusal({ flow: { definition, refusal, refusedFor, tryAgain } }: RefusalProps) {
  const busy = useIsMutating({ mutationKey: submissionKey(definition.name) }) > 0
  const again = tryAgain && <RetryButton compact busy={busy} onClick={tryAgain} />
  return <InlineError action={refusedFor ? <SeeTicket ticketId={refusedFor} /> : again}>{refusal}</InlineError>
}

/** Links to the request that is in the way, where it can be taken back. */
export function SeeTicket({ ticketId }: { ticketId: string }) {
  return (
    <LinkButton to="/my-subscriptions/all-requests" search={{ ticketId }} compact variant="secondary">
      {m.flows_see_ticket({ id: ticketId })}
    </LinkButton>
  )
}
