import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import type { AddressOffer } from '#/features/address/components/AddressChoice'
import { useCityOf } from '../kit/use-city'
import { placesQuery } from './queries'

/** Where the items are, and which saved addresses are possible: those in the items' city. */
export function useItemsPlace(chosen: readonly number[]) {
  const city = useCityOf(chosen)
  const offer: AddressOffer | undefined = city
    ? { fits: (address) => address.city === city, others: m.location_other_cities({ city }) }
    : undefined
  return { query: useQuery(placesQuery(useCustomerId(), chosen)), offer }
}
