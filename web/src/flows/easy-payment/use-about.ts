import { useQuery } from '@tanstack/react-query'
import type { EasyPaymentMeta } from '#/api/auto-debit'
import { fixedKey } from '#/api/keys'
import { getLocale } from '#/copy'
import { textOf } from '#/copy/faults'

interface About {
  description: string
  points: readonly string[]
}

type Described = Pick<EasyPaymentMeta['autoDebit'], 'description' | 'descriptionCode' | 'about' | 'aboutCodes'>

/** What the server says of auto debit, in the language of the screen; in its own words until those have come. */
export const useAbout = ({ autoDebit }: EasyPaymentMeta): About => useWords(autoDebit)

/** What it says of paying in advance. */
export const useAboutAdvance = ({ advanceRental }: EasyPaymentMeta): About => useWords(advanceRental)

function useWords({ description, descriptionCode, about, aboutCodes }: Described): About {
  const { data } = useQuery({
    queryKey: fixedKey('payment-options', getLocale(), description, about),
    queryFn: async () => ({
      description: await textOf(descriptionCode, description),
      points: await Promise.all(about.map((point, at) => textOf(aboutCodes[at], point))),
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? { description, points: about }
}
