import { m } from '#/copy'
import { AddressRadioList } from '#/features/address/components/AddressRadioList'
import type { Address } from '#/features/address/model'
import { changeAddress, type TicketDetails, useTicketChange } from '#/features/tickets/calls'
import { AddressText } from '#/kit/AddressText'
import { Dialog } from '#/kit/Dialog'
import { toast } from '#/platform/toast'
import { DialogFooterProvider, useDialogFooter } from '#/ui/DialogFooter'
import { Fact } from '#/ui/Fact'

interface ChangeAddressProps {
  ticket: TicketDetails
  /** The addresses that were added for this request. The last one is selected. */
  added: readonly Address[]
  onAdd(): void
  onClose(): void
}

/** Changes the destination of a relocation that has not started. The days stay. */
export function ChangeAddress({ ticket, added, onAdd, onClose }: ChangeAddressProps) {
  const below = useDialogFooter()
  const { address, itemsAddress, serviceRequestId } = ticket
  const change = useTicketChange(
    ({ id }: Address) => changeAddress(serviceRequestId, id),
    () => {
      toast.success(m.ticket_address_changed())
      onClose()
    },
  )
  const taken = [address?.id, itemsAddress?.id]
  const offer = {
    fits: ({ id, unserved }: Address) => !unserved && !taken.includes(id),
    others: m.ticket_address_change_others(),
  }
  return (
    <Dialog title={m.ticket_address_change_title()} onClose={onClose} footer={below.footer} persistent>
      <DialogFooterProvider value={below.place}>
        <div className="grid gap-5">
          <dl>
            <Fact term={m.ticket_address()}>{address && <AddressText address={address} />}</Fact>
          </dl>
          <AddressRadioList
            offer={offer}
            added={added}
            initialId={added.at(-1)?.id}
            busy={change.isPending}
            refusal={change.error?.message}
            onChosen={(place) => change.mutate(place)}
            onAdd={onAdd}
          />
        </div>
      </DialogFooterProvider>
    </Dialog>
  )
}
