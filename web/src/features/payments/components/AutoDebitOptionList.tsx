import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { RadioCard } from '#/ui/ChoiceCard'
import type { PaymentOption } from '../model'
import { useTranslatedOptions } from '../use-translated-options'

interface AutoDebitOptionListProps {
  options: readonly PaymentOption[]
  selected?: string
  onSelect(uniqueId: string): void
}

/** The ways to set up auto debit together with this payment. */
export function AutoDebitOptionList({ options: offered, selected, onSelect }: AutoDebitOptionListProps) {
  const options = useTranslatedOptions(offered)
  return (
    <fieldset className="mt-6 grid gap-3">
      <legend className="pb-3 font-semibold text-muted text-support">{m.payments_auto_debit_options()}</legend>
      {options.map(({ uniqueId, name, paymentText, maxAmount }) => (
        <RadioCard
          key={uniqueId}
          name="auto-debit-option"
          title={name}
          note={
            <>
              {paymentText} <br />
              {m.payments_option_most({ limit: formatRupees(maxAmount) })}
            </>
          }
          checked={uniqueId === selected}
          onChange={() => onSelect(uniqueId)}
        />
      ))}
    </fieldset>
  )
}
