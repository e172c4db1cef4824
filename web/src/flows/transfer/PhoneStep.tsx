import { type FormEvent, useId } from 'react'
import { api } from '#/api/client'
import type { IntentHeaders } from '#/api/idempotency'
import { requestCodes } from '#/api/requests'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { isCompleteMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { PhoneField } from '#/ui/PhoneField'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { useSubmit } from '../kit/use-submit'
import { notAUser, type TransferDraft, type TransferFlow } from './model'

/** To whom: the call that raises the request also says whether the number is a customer's. */
export function PhoneStep({ flow }: { flow: TransferFlow }) {
  const form = useId()
  const { chosen, mobile } = flow.draft
  const city = useCityOf(chosen.slice(0, 1))
  const { submit: send, busy } = useSubmit(flow, { send: createTransfer, refused: (error) => notAUser(error, mobile) })
  const complete = isCompleteMobile(mobile)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete && !busy) send(transferOf(flow.draft, city))
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
          onValueChange={(digits) => flow.change({ mobile: digits })}
        />
      </form>
      <DialogFooter>
        <Refusal flow={flow} />
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

type Transfer = components['schemas']['NewTicket']

function createTransfer(data: Transfer, headers: IntentHeaders) {
  return unwrap(api.POST('/api/ServiceRequests/createNewTicket', { headers, body: { data } }))
}

function transferOf({ chosen, mobile }: TransferDraft, location: string | undefined): Transfer {
  return {
    requestType: requestCodes.transfer,
    orderItemIds: chosen,
    orderItemCount: chosen.length,
    mobileNumber: mobile,
    message: '',
    location,
  }
}
