import { useDashboard } from '#/api/dashboard'

/** The city where the chosen items are. They stay in it, and moving to another city takes a relocation. */
export function useCityOf(chosen: readonly number[]): string | undefined {
  const { data } = useDashboard()
  const item = data?.activeProductLists.find(({ id }) => chosen.includes(id))
  return data?.locations.find(({ id }) => id === item?.locationId)?.name
}
