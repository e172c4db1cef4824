import { useQuery } from '@tanstack/react-query'
import { fixedKey } from '#/api/keys'
import { getLocale, m } from '#/copy'
import { textOf } from '#/copy/faults'
import { RadioCard } from '#/ui/ChoiceCard'
import type { PaymentOption } from '../model'

interface AutoDebitOptionListProps {
  options: readonly PaymentOption[]
  selected?: string
  onSelect(uniqueId: string): void
}

/** The ways to set auto debit up together with this payment. */
export function AutoDebitOptionList({ options: offered, selected, onSelect }: AutoDebitOptionListProps) {
  const options = useOwnWords(offered)
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

/** The options in the language of the screen; in the server's words until its texts have come. */
function useOwnWords(options: readonly PaymentOption[]): readonly PaymentOption[] {
  const translate = async (option: PaymentOption) => {
    const [name, paymentText] = await Promise.all([
      textOf(option.nameCode, option.name),
      textOf(option.textCode, option.paymentText),
    ])
    return { ...option, name, paymentText }
  }
  const ids = options.map((option) => option.uniqueId)
  const { data } = useQuery({
    queryKey: fixedKey('payment-options', getLocale(), ids),
    queryFn: () => Promise.all(options.map(translate)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? options
}
