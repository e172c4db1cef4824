import { useDashboard } from '#/api/dashboard'

/** The city in which items stand: they stay in it, another one takes a relocation. */
export function useCityOf(chosen: readonly number[]): string | undefined {
  const { data } = useDashboard()
  const item = data?.activeProductLists.find(({ id }) => chosen.includes(id))
  return data?.locations.find(({ id }) => id === item?.locationId)?.name
}
