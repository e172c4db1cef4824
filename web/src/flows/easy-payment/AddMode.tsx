import { ChevronRight } from 'lucide-react'
import type { EasyPaymentMeta, PaymentOption } from '#/api/auto-debit'
import { m } from '#/copy'
import { useTranslatedOptions } from '#/features/payments/use-translated-options'
import { formatRupees } from '#/shared/money'
import { StepHeading } from '../kit/StepHeading'
import { TooLow } from './TooLow'

interface AddModeProps {
  meta: EasyPaymentMeta
  onChoose(option: PaymentOption): void
}

/** The payment methods for auto debit, each with its limit, and why other methods are not offered. */
export function AddMode({ meta, onChoose }: AddModeProps) {
  const options = useTranslatedOptions(meta.autoDebit.paymentOptions)
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
                <span className="text-muted text-support">{option.paymentText}</span>{' '}
                <span className="text-muted text-support">
                  {m.payments_option_most({ limit: formatRupees(option.maxAmount) })}
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <TooLow meta={meta} className="mt-4" />
    </>
  )
}
