import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { CloseButton } from '#/kit/CloseButton'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { StepHeading } from '../kit/StepHeading'
import type { TransferFlow } from './model'

/** No customer has this number. The customer can enter another one or leave. */
export function NotAUser({ flow }: { flow: TransferFlow }) {
  const { productName: product } = useAppConfig()
  const number = formatMobile(flow.draft.unregistered ?? '')
  return (
    <>
      <StepHeading>{m.transfer_not_user_title({ product })}</StepHeading>
      <p className="text-muted">{m.transfer_not_user_text({ number, product })}</p>
      <DialogFooter>
        <div className="button-pair">
          <Button wide onClick={flow.back}>
            {m.transfer_not_user_again()}
          </Button>
          <CloseButton wide onClick={() => flow.leave()} />
        </div>
      </DialogFooter>
    </>
  )
}
