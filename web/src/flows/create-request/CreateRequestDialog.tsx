import { m } from '#/copy'
import { RequestOffers } from '#/features/requests/RequestOffers'
import type { DialogProps } from '#/shared/dialog-props'
import { ResponsiveDialog } from '#/ui/ResponsiveDialog'

/** The list of requests that a person may raise. */
export default function CreateRequestDialog({ onClose }: DialogProps) {
  return (
    <ResponsiveDialog title={m.requests_create_title()} onClose={onClose} closeLabel={m.shell_close()}>
      <RequestOffers />
    </ResponsiveDialog>
  )
}
