import { useState } from 'react'
import * as v from 'valibot'
import { api } from '#/api/client'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { ApiError, isDeclined } from '#/api/errors'
import type { IntentHeaders } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { Confirm } from '#/kit/Dialog'
import { useForm } from '#/kit/form'
import { requestCodes } from '#/kit/request-kinds'
import { formatMobile, isCompleteMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { PhoneField } from '#/ui/PhoneField'
import { PRODUCTS } from '../kit/define-flow'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { useCityOf } from '../kit/use-city'
import { stepToMend, useSubmit } from '../kit/use-submit'
import { notAUser, type TransferDraft, type TransferFlow, type TransferMade } from './model'

const schema = v.object({
  mobile: v.pipe(
    v.string(),
    v.check(isCompleteMobile, () => m.transfer_phone_incomplete()),
  ),
})

/** The receiver's number. The call that raises the request also says whether it belongs to a customer. */
export function PhoneStep({ flow }: { flow: TransferFlow }) {
  const { chosen, mobile } = flow.draft
  const city = useCityOf(chosen.slice(0, 1))
  const { submit: send, busy } = useSubmit(flow, {
    send: createTransfer,
    refused: (error) => notAUser(error, mobile) ?? { isToast: isOfTheNumber(flow, error) },
  })
  const complete = isCompleteMobile(mobile)
  const [asked, setAsked] = useState(false)
  const items = activeProducts(useDashboard().data).filter(({ id }) => chosen.includes(id))
  const question = useForm({
    schema,
    initialValues: { mobile },
    onChange: flow.change,
    send: async () => setAsked(!busy),
  })
  return (
    <>
      <StepHeading>{m.transfer_phone_title()}</StepHeading>
      <form {...question.props}>
        <PhoneField
          label={m.transfer_phone_label()}
          hint={m.transfer_phone_hint()}
          placeholder={m.transfer_phone_placeholder()}
          value={mobile}
          error={question.errors.mobile}
          onValueChange={(digits) => question.change({ mobile: digits })}
        />
      </form>
      <DialogFooter>
        <Refusal flow={flow} />
        <Button
          wide
          {...question.button}
          busy={busy}
          disabled={!complete}
          disabledReason={m.transfer_phone_incomplete()}
        >
          {m.flows_continue()}
        </Button>
      </DialogFooter>
      <Confirm
        open={asked}
        title={m.transfer_send_question({ number: formatMobile(mobile) })}
        confirmLabel={m.transfer_send()}
        cancelLabel={m.transfer_send_not()}
        busy={busy}
        onConfirm={() => {
          setAsked(false)
          send(transferOf(flow.draft, city))
        }}
        onCancel={() => setAsked(false)}
      >
        <ul className="ml-5 grid list-disc gap-1 pb-3">
          {items.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
        <p className="text-muted">{m.transfer_send_text()}</p>
      </Confirm>
    </>
  )
}

/** What the check of the number refuses is a toast (ERR-19). What is refused of the items stands there. */
function isOfTheNumber({ definition }: TransferFlow, error: Error): boolean {
  return error instanceof ApiError && !isDeclined(error) && stepToMend(definition, error) !== PRODUCTS
}

type Transfer = components['schemas']['NewTicket']

/** Raises the transfer. The result also has the receiver's number. */
async function createTransfer(data: Transfer, headers: IntentHeaders): Promise<TransferMade> {
  const made = await unwrap(api.POST('/api/ServiceRequests/createNewTicket', { headers, body: { data } }))
  return { ...made, mobile: data.mobileNumber ?? '' }
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
