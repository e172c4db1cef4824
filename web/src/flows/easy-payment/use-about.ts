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

/**
 * The server's text about auto debit in the language of the screen.
 * The English text is shown until it is loaded.
 */
export const useAbout = ({ autoDebit }: EasyPaymentMeta): About => useWords(autoDebit)

/** The same for rent in advance. */
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
