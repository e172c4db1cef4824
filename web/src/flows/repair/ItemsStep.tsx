import { useQueryClient } from '@tanstack/react-query'
import { addressesQuery } from '#/api/addresses'
import { useCustomerId } from '#/api/customer'
import { requestCodes } from '#/kit/request-kinds'
import { useOnline } from '#/platform/connection'
import { isDirectLogin } from '#/state/session'
import { ChooseItems } from '../kit/ChooseItems'
import { NEW_PLACE, PLACE, PROBLEMS, type RepairFlow } from './model'

/**
 * Which items are broken. A customer without saved addresses goes straight to the form for a new one.
 * Without a network, live requests and addresses are not loaded: the server checks live requests when the
 * repair is sent, and knows where the items are.
 */
export function ItemsStep({ flow }: { flow: RepairFlow }) {
  const queryClient = useQueryClient()
  const userId = useCustomerId()
  const waits = !useOnline() && !isDirectLogin()
  const goOn = async () => {
    if (waits) {
      flow.change({ placeId: flow.draft.placeId ?? 0 })
      return flow.go(PROBLEMS)
    }
    const saved = await queryClient.fetchQuery(addressesQuery(userId)).catch(() => undefined)
    flow.go(saved?.length === 0 ? NEW_PLACE : PLACE)
  }
  const code = waits ? undefined : requestCodes.repair
  return <ChooseItems flow={flow} forgets={{ unlocked: 1 }} code={code} onward={() => void goOn()} />
}
