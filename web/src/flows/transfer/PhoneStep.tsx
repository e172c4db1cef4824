import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { api } from '#/api/client'
import { dashboardQuery } from '#/api/dashboard'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { StepHeading } from '#/features/requests/FlowFrame'
import { requestCodes } from '#/features/requests/model'
import { Refusal } from '#/features/requests/Refusal'
import { toast } from '#/platform/toast'
import { newId } from '#/shared/new-id'
import { isCompleteMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { PhoneField } from '#/ui/PhoneField'
import { NOT_A_USER, stepAfter, type TransferDraft, type TransferFlowState } from './model'

/** To whom: the call that raises the request also says whether the number is a customer's. */
export function PhoneStep({ flow }: { flow: TransferFlowState }) {
  const form = useId()
  const { send, busy, message, forget } = useSend(flow)
  const { mobile } = flow.draft
  const complete = isCompleteMobile(mobile)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete && !busy) send()
  }
  return (
    <>
      <StepHeading>{m.transfer_phone_title()}</StepHeading>
      <form id={form} onSubmit={submit}>
        <PhoneField
          label={m.transfer_phone_label()}
          hint={m.transfer_phone_hint()}
          placeholder={m.transfer_phone_placeholder()}
          value={mobile}
          onValueChange={(digits) => {
            forget()
            flow.change({ mobile: digits, key: newId() })
          }}
        />
      </form>
      <DialogFooter>
        <Refusal message={message} />
        <Button
          wide
          type="submit"
          form={form}
          busy={busy}
          disabled={!complete}
          disabledReason={m.transfer_phone_incomplete()}
        >
          {m.requests_continue()}
        </Button>
      </DialogFooter>
    </>
  )
}

function createTransfer({ chosen, mobile, key }: TransferDraft, location: string | undefined) {
  const data = {
    requestType: requestCodes.transfer,
    orderItemIds: chosen,
    orderItemCount: chosen.length,
    mobileNumber: mobile,
    message: '',
    location,
  }
  return unwrap(
    api.POST('/api/ServiceRequests/createNewTicket', { headers: { 'Idempotency-Key': key }, body: { data } }),
  )
}

/** Sends the request once. A refusal is shown where it can be mended. */
function useSend(flow: TransferFlowState) {
  const queryClient = useQueryClient()
  const { data } = useQuery(dashboardQuery)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => createTransfer(flow.draft, cityOfItems()),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const cityOfItems = () => {
    const item = data?.activeProductLists?.find(({ id }) => id === flow.draft.chosen[0])
    return data?.locations.find(({ id }) => id === item?.locationId)?.name
  }
  const send = () =>
    mutate(undefined, {
      onSuccess: () => void flow.finish({ made: true }),
      onError: (refusal) => {
        const next = stepAfter(refusal)
        if (next === NOT_A_USER) {
          flow.change({ unregistered: flow.draft.mobile, mobile: '' })
          return flow.go(NOT_A_USER)
        }
        toast.error(refusal.message)
        if (!next) return
        void queryClient.invalidateQueries()
        flow.change({ refusal: refusal.message })
        flow.go(next)
      },
    })
  return { send, busy: isPending, message: error?.message, forget: reset }
}
