import { m } from '#/copy'
import { RadioCard } from '#/ui/ChoiceCard'
import { EmptyState } from '#/ui/EmptyState'
import type { PaymentOption } from '../model'

interface AutoDebitOptionListProps {
  options: readonly PaymentOption[]
  selected?: string
  onSelect(uniqueId: string): void
}

/** The ways to set auto debit up together with this payment. */
export function AutoDebitOptionList({ options, selected, onSelect }: AutoDebitOptionListProps) {
  if (options.length === 0) return <EmptyState title={m.payments_no_options()} />
  return (
    <fieldset className="mt-6 grid gap-3">
      <legend className="pb-3 font-semibold text-muted text-support">{m.payments_auto_debit_options()}</legend>
      {options.map(({ uniqueId, name, paymentText }) => (
        <RadioCard
          key={uniqueId}
          name="auto-debit-option"
          title={name}
          note={paymentText}
          checked={uniqueId === selected}
          onChange={() => onSelect(uniqueId)}
        />
      ))}
    </fieldset>
  )
}
