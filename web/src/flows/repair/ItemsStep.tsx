import { useQueryClient } from '@tanstack/react-query'
import { addressesQuery } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { requestCodes } from '#/kit/request-kinds'
import { ChooseItems } from '../kit/ChooseItems'
import { NEW_PLACE, PLACE, type RepairFlow } from './model'

/** Which items are broken. Whoever has no saved address is asked for a new one at once. */
export function ItemsStep({ flow }: { flow: RepairFlow }) {
  const queryClient = useQueryClient()
  const userId = useCustomerId()
  const goOn = async () => {
    const saved = await queryClient.fetchQuery(addressesQuery(userId)).catch(() => undefined)
    flow.go(saved?.length === 0 ? NEW_PLACE : PLACE)
  }
  return <ChooseItems flow={flow} forgets={{ unlocked: 1 }} code={requestCodes.repair} onward={() => void goOn()} />
}
