import { m } from '#/copy'
import { PayDues } from '#/features/payments/components/PayDues'
import { Dialog } from '#/kit/Dialog'
import type { DialogProps } from '#/shared/dialog-props'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

/** Room below the content, in px. */
const EASY_PAYMENT_PADDING = 100

/** Auto debit and advance rental, as far as they are possible for this customer. */
export default function EasyPaymentFlow({ onClose, onBack }: DialogProps) {
  return (
    <Dialog
      title={m.easy_payment_title()}
      onClose={onClose}
      width="flow"
      mobile="full"
      bodyPadding={EASY_PAYMENT_PADDING}
    >
      <PayDues />
      <EmptyState
        art={<PlugArt />}
        title={m.easy_payment_none()}
        action={<Button onClick={onBack}>{m.easy_payment_go_back()}</Button>}
      >
        {m.easy_payment_none_text()}
      </EmptyState>
    </Dialog>
  )
}
