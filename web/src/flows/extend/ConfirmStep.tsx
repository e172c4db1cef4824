import { useChanged } from '#/api/changed'
import { useCustomerId } from '#/api/customer'
import { NotAvailableError, RejectedError } from '#/api/errors'
import type { IntentHeaders } from '#/api/idempotency'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { useIsDesktop } from '#/shared/use-media'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { Refusal } from '../kit/Refusal'
import { StepHeading } from '../kit/StepHeading'
import { useSubmit } from '../kit/use-submit'
import { ExtensionList } from './ExtensionList'
import { MonthStep } from './MonthStep'
import type { ExtendFlow, Extension } from './model'
import { Offers } from './Offers'
import { extendItems } from './queries'
import { WhatBinds } from './WhatBinds'

interface StepProps {
  flow: ExtendFlow
}

/** The confirmation. It is a page on desktop, and a sheet above the months on mobile. */
export function ConfirmStep({ flow }: StepProps) {
  const desktop = useIsDesktop()
  if (desktop) return <ConfirmPage flow={flow} />
  return (
    <>
      <MonthStep flow={flow} />
      <ConfirmSheet flow={flow} />
    </>
  )
}

function ConfirmPage({ flow }: StepProps) {
  const sending = useExtend(flow)
  return (
    <>
      <StepHeading>{m.extend_confirm_title({ months: flow.draft.months })}</StepHeading>
      <Offers draft={flow.draft}>
        {(items) => (
          <>
            <ExtensionList items={items} />
            <WhatBinds items={items} />
            <DialogFooter>
              <ConfirmRents flow={flow} items={items} {...sending} />
            </DialogFooter>
          </>
        )}
      </Offers>
    </>
  )
}

function ConfirmSheet({ flow }: StepProps) {
  const sending = useExtend(flow)
  return (
    <Dialog
      title={m.extend_confirm_title({ months: flow.draft.months })}
      onClose={flow.back}
      footer={
        <div className="grid gap-3">
          <Offers draft={flow.draft} again>
            {(items) => <ConfirmRents flow={flow} items={items} {...sending} />}
          </Offers>
        </div>
      }
    >
      <Offers draft={flow.draft}>
        {(items) => (
          <>
            <ExtensionList items={items} />
            <WhatBinds items={items} />
          </>
        )}
      </Offers>
    </Dialog>
  )
}

interface ConfirmRentsProps extends StepProps {
  items: Extension[]
  submit(items: Extension[]): void
  busy: boolean
}

/** Sends exactly the rents that are on screen. */
function ConfirmRents({ flow, items, submit, busy }: ConfirmRentsProps) {
  return (
    <>
      <Refusal flow={flow} />
      <Button wide busy={busy} onClick={() => submit(items)}>
        {m.extend_confirm()}
      </Button>
    </>
  )
}

/**
 * If the rent has changed in the meantime, the new offer is loaded and shown, and must be confirmed again.
 */
function useExtend(flow: ExtendFlow) {
  const { chosen, months } = flow.draft
  const userId = useCustomerId()
  const changed = useChanged()
  const { submit, busy } = useSubmit(flow, {
    send: async (items: Extension[], headers: IntentHeaders) => {
      await extendItems(items, months, userId, headers)
      return { items }
    },
    of: (items) => ({ months, items }),
    refused: (error) => {
      // No response is not a refusal.
      // The tenure may have been extended, and a new offer would extend it again.
      if (!(error instanceof RejectedError || error instanceof NotAvailableError)) return undefined
      void changed('extension')
      return { change: { sent: undefined } }
    },
  })
  return {
    busy,
    submit: (items: Extension[]) => {
      flow.change({ sent: { chosen, months, items } })
      submit(items)
    },
  }
}
