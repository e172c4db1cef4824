import { ChevronRight } from 'lucide-react'
import type { PaymentOption } from '#/api/auto-debit'
import { m } from '#/copy'
import { useOwnWords } from '#/features/payments/use-own-words'
import { StepHeading } from '../kit/StepHeading'

interface AddModeProps {
  options: readonly PaymentOption[]
  onChoose(option: PaymentOption): void
}

/** The ways to set auto debit up, by name. */
export function AddMode({ options: offered, onChoose }: AddModeProps) {
  const options = useOwnWords(offered)
  return (
    <>
      <StepHeading>{m.easy_payment_add_title()}</StepHeading>
      <ul className="grid gap-3">
        {options.map((option) => (
          <li key={option.uniqueId}>
            <button
              type="button"
              onClick={() => onChoose(option)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control border-[1.5px] border-line bg-surface p-4 text-left hover:border-brand hover:bg-brand-soft"
            >
              <span className="grid min-w-0 flex-1">
                <span className="break-words font-semibold">{option.name}</span>{' '}
                <span className="text-muted text-support">{option.paymentText}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
