import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { m } from '#/copy'
import { sendUnsent } from '#/features/tickets/send-unsent'
import { useUnsentRepairs } from '#/state/unsent-repairs'
import { DialogFooter } from '#/ui/DialogFooter'
import { Notice } from '#/ui/Notice'
import { SeeRequestStatus } from '../kit/RequestCreated'
import { StepHeading } from '../kit/StepHeading'

/** Says that a repair written offline is kept on this device. It is sent as soon as the network is back. */
export function RepairUnsent({ unsent }: { unsent: string }) {
  const queries = useQueryClient()
  const waits = useUnsentRepairs().some(({ key }) => key === unsent)
  useEffect(() => void sendUnsent(queries), [queries])
  return (
    <>
      <StepHeading>{m.repair_unsent_title()}</StepHeading>
      <Notice tone={waits ? 'due' : 'success'}>{waits ? m.repair_unsent_text() : m.repair_unsent_over()}</Notice>
      <DialogFooter>
        <SeeRequestStatus />
      </DialogFooter>
    </>
  )
}
