import { useState } from 'react'
import { m } from '#/copy'
import { requestCodes } from '#/features/requests/model'
import { ProductsStep } from '#/features/requests/ProductsStep'
import { useRevokeThenRequest } from '#/features/requests/parallel'
import { Refusal } from '#/features/requests/Refusal'
import { RevokePrompt } from '#/features/requests/RevokePrompt'
import { isOneCity, PICKUP_PLACE, type RelocateFlowState } from './model'

/** Which items move; other days and slots may hold for other items, so these are forgotten. */
export function ChooseItems({ flow }: { flow: RelocateFlowState }) {
  const { chosen, refusal } = flow.draft
  const [scattered, setScattered] = useState(false)
  const live = useRevokeThenRequest({ requestType: requestCodes.relocation, onClear: () => flow.go(PICKUP_PLACE) })
  const choose = (ids: number[]) => {
    setScattered(false)
    flow.change({ chosen: ids, pickup: undefined, slot: undefined, drop: undefined, refusal: undefined })
  }
  return (
    <ProductsStep
      flow="relocate-subscription"
      chosen={chosen}
      onChoose={(ids) => {
        live.dismiss()
        choose(ids)
      }}
      busy={live.revocation.name === 'checking'}
      onContinue={(products) => {
        const ids = products.map((product) => product.id)
        choose(ids)
        if (isOneCity(products)) live.check(ids)
        else setScattered(true)
      }}
      onClose={flow.close}
    >
      <Refusal message={scattered ? m.relocate_one_city() : refusal} />
      <RevokePrompt {...live} />
    </ProductsStep>
  )
}
