import { m } from '#/copy'
import { isOneCity } from '#/features/requests/model'
import { requestCodes } from '#/kit/request-kinds'
import { ChooseItems } from '../kit/ChooseItems'
import { PICKUP_PLACE, type RelocateFlow } from './model'

/** Which items move. Other items can have other days and slots, so those choices are reset. */
export function ItemsStep({ flow }: { flow: RelocateFlow }) {
  return (
    <ChooseItems
      flow={flow}
      forgets={{ pickup: undefined, slot: undefined, drop: undefined }}
      code={requestCodes.relocation}
      objection={(products) => (isOneCity(products) ? undefined : m.relocate_one_city())}
      onward={() => flow.go(PICKUP_PLACE)}
    />
  )
}
