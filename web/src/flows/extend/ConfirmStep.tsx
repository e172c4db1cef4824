import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#/api/errors'
import { m } from '#/copy'
import { StepHeading } from '#/features/requests/FlowFrame'
import { PRODUCTS } from '#/features/requests/flow'
import { Refusal } from '#/features/requests/Refusal'
import { Dialog } from '#/kit/Dialog'
import { useSessionUser } from '#/platform/session'
import { toast } from '#/platform/toast'
import { newId } from '#/shared/new-id'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { ExtensionList } from './ExtensionList'
import type { ExtendFlowState, Extension } from './model'
import { Offers } from './Offers'
import { extendItems, extensionQuery } from './queries'

export function ConfirmPage({ flow }: { flow: ExtendFlowState }) {
  const sending = useExtend(flow)
  return (
    <>
      <StepHeading>{m.extend_confirm_title({ months: flow.draft.months })}</StepHeading>
      <Offers draft={flow.draft}>
        {(items) => (
          <>
            <ExtensionList items={items} />
            <DialogFooter>
              <Confirm items={items} {...sending} />
            </DialogFooter>
          </>
        )}
      </Offers>
    </>
  )
}

export function ConfirmSheet({ flow, onBack }: { flow: ExtendFlowState; onBack(): void }) {
  const sending = useExtend(flow)
  return (
    <Dialog
      title={m.extend_confirm_title({ months: flow.draft.months })}
      onClose={onBack}
      footer={
        <div className="grid gap-3">
          <Offers draft={flow.draft}>{(items) => <Confirm items={items} {...sending} />}</Offers>
        </div>
      }
    >
      <Offers draft={flow.draft}>{(items) => <ExtensionList items={items} />}</Offers>
    </Dialog>
  )
}

interface Sending {
  send(items: Extension[]): void
  busy: boolean
  refusal: string | undefined
}

/** Sends the rents that are on the screen, and no others. */
function Confirm({ items, send, busy, refusal }: Sending & { items: Extension[] }) {
  return (
    <>
      <Refusal message={refusal} />
      <Button wide busy={busy} onClick={() => send(items)}>
        {m.extend_confirm()}
      </Button>
    </>
  )
}

/**
 * Extends once. When the rent is another one by now, the new offer is fetched and shown here, to be confirmed again;
 * what is wrong with the items can be mended where they are chosen.
 */
function useExtend(flow: ExtendFlowState): Sending {
  const { chosen, months } = flow.draft
  const userId = useSessionUser()?.id ?? 0
  const queries = useQueryClient()
  const [key] = useState(newId)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (items: Extension[]) => extendItems(items, months, userId, key),
    onError: () => queries.invalidateQueries({ queryKey: extensionQuery(chosen).queryKey }),
  })
  const send = (items: Extension[]) =>
    mutate(items, {
      onSuccess: () => {
        void queries.invalidateQueries()
        void flow.finish({ extended: true })
      },
      onError: (refusal) => {
        toast.error(refusal.message)
        if (!(refusal instanceof ApiError) || (refusal.statusCode !== 404 && refusal.statusCode !== 409)) return
        flow.change({ refusal: refusal.message })
        flow.go(PRODUCTS)
      },
    })
  return { send, busy: isPending, refusal: error?.message }
}
