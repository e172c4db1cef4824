import { useQuery } from '@tanstack/react-query'
import { fixedKey } from '#/api/keys'
import { getLocale } from '#/copy'
import { textOf } from '#/copy/faults'
import type { PaymentOption } from './model'

/** The options in the language of the screen. Until translations have loaded, the server's texts are used. */
export function useTranslatedOptions(options: readonly PaymentOption[]): readonly PaymentOption[] {
  const translate = async (option: PaymentOption) => {
    const [name, paymentText] = await Promise.all([
      textOf(option.nameCode, option.name),
      textOf(option.textCode, option.paymentText),
    ])
    return { name, paymentText }
  }
  const ids = options.map((option) => option.uniqueId)
  const { data } = useQuery({
    queryKey: fixedKey('payment-options', getLocale(), ids),
    queryFn: () => Promise.all(options.map(translate)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return options.map((option, n) => ({ ...option, ...data?.[n] }))
}
