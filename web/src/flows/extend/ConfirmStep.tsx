import { useQueryClient } from '@tanstack/react-query'
import type { IntentHeaders } from '#/api/idempotency'
import { m } from '#/copy'
import { Dialog } from '#/kit/Dialog'
import { useSessionUser } from '#/platform/session'
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
import { extendItems, extensionQuery } from './queries'

interface StepProps {
  flow: ExtendFlow
}

/** On desktop the confirmation is a page of its own, on mobile a sheet above the months. */
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
          <Offers draft={flow.draft}>{(items) => <ConfirmRents flow={flow} items={items} {...sending} />}</Offers>
        </div>
      }
    >
      <Offers draft={flow.draft}>{(items) => <ExtensionList items={items} />}</Offers>
    </Dialog>
  )
}

interface ConfirmRentsProps extends StepProps {
  items: Extension[]
  submit(items: Extension[]): void
  busy: boolean
}

/** Sends the rents that are on the screen, and no others. */
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

/** When the rent is another one by now, the new offer is fetched and shown here, to be confirmed again. */
function useExtend(flow: ExtendFlow) {
  const { chosen, months } = flow.draft
  const userId = useSessionUser()?.id ?? 0
  const queries = useQueryClient()
  return useSubmit(flow, {
    send: async (items: Extension[], headers: IntentHeaders) => {
      await extendItems(items, months, userId, headers)
      return { items }
    },
    of: (items) => ({ months, items }),
    refused: () => {
      void queries.invalidateQueries({ queryKey: extensionQuery(chosen).queryKey })
      return undefined
    },
  })
}
