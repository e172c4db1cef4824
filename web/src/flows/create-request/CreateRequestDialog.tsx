import { m } from '#/copy'
import { RequestOffers } from '#/features/requests/RequestOffers'
import { Dialog } from '#/kit/Dialog'
import type { DialogProps } from '#/shared/dialog-props'

/** The list of requests that the customer may raise. */
export default function CreateRequestDialog({ onClose }: DialogProps) {
  return (
    <Dialog title={m.create_request_title()} onClose={onClose}>
      <RequestOffers />
    </Dialog>
  )
}
