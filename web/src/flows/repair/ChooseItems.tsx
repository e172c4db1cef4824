import { useQueryClient } from '@tanstack/react-query'
import { addressesQuery } from '#/api/addresses'
import { requestCodes } from '#/features/requests/model'
import { ProductsStep } from '#/features/requests/ProductsStep'
import { useRevokeThenRequest } from '#/features/requests/parallel'
import { Refusal } from '#/features/requests/Refusal'
import { RevokePrompt } from '#/features/requests/RevokePrompt'
import { useSessionUser } from '#/platform/session'
import { NEW_PLACE, PLACE, type RepairFlowState } from './model'

/** Which items are broken. Whoever has no saved address is asked for a new one at once. */
export function ChooseItems({ flow }: { flow: RepairFlowState }) {
  const { chosen, refusal } = flow.draft
  const queryClient = useQueryClient()
  const userId = useSessionUser()?.id ?? 0
  const goOn = async () => {
    const saved = await queryClient.fetchQuery(addressesQuery(userId)).catch(() => undefined)
    flow.go(saved?.length === 0 ? NEW_PLACE : PLACE)
  }
  const live = useRevokeThenRequest({ requestType: requestCodes.repair, onClear: () => void goOn() })
  return (
    <ProductsStep
      flow="repair-request"
      chosen={chosen}
      onChoose={(ids) => {
        live.dismiss()
        flow.change({ chosen: ids, unlocked: 1, refusal: undefined })
      }}
      busy={live.revocation.name === 'checking'}
      onContinue={(products) => {
        const ids = products.map((product) => product.id)
        flow.change({ chosen: ids, refusal: undefined })
        live.check(ids)
      }}
      onClose={flow.close}
    >
      <Refusal message={refusal} />
      <RevokePrompt {...live} />
    </ProductsStep>
  )
}
