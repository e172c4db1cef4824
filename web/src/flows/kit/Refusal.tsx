import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'

interface RefusalProps {
  flow: { refusal: string | undefined; refusedFor: string | undefined }
}

/** Why the server did not do it: it stays where it can be mended until something changes. */
export function Refusal({ flow: { refusal, refusedFor } }: RefusalProps) {
  if (!refusal) return null
  return (
    <Notice tone="danger" action={refusedFor && <SeeTicket ticketId={refusedFor} />}>
      {refusal}
    </Notice>
  )
}

/** To the request that stands in the way, where it can be taken back. */
export function SeeTicket({ ticketId }: { ticketId: string }) {
  return (
    <LinkButton to="/my-subscriptions/all-requests" search={{ ticketId }} compact variant="secondary">
      {m.requests_see_ticket({ id: ticketId })}
    </LinkButton>
  )
}
