import { m } from '#/copy'
import { flowWords } from '#/features/requests/model'
import { formatWholeDay } from '#/kit/dates'
import type { DialogProps } from '#/shared/dialog-props'
import { Fact } from '#/ui/Fact'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { RequestCreated } from '../kit/RequestCreated'
import { UNSERVED } from '../location/model'
import { DropDayStep } from './DropDayStep'
import { DropPlaceStep } from './DropPlaceStep'
import { ItemsStep } from './ItemsStep'
import {
  DROP_DAY,
  DROP_PLACE,
  isDated,
  isFetched,
  NEW_DROP_PLACE,
  NEW_PICKUP_PLACE,
  PICKUP_DAY,
  PICKUP_PLACE,
  type RelocateDraft,
  type RelocateStep,
  type RelocationMade,
} from './model'
import { NewPlaceStep } from './NewPlaceStep'
import { PickupDayStep } from './PickupDayStep'
import { PickupPlaceStep } from './PickupPlaceStep'

/** The flow that moves items to another address: which, from where and when, to where and when. */
export const relocateFlow = defineFlow<RelocateDraft, RelocateStep, RelocationMade>({
  name: 'relocate-subscription',
  title: flowWords['relocate-subscription'].title,
  start: { chosen: [], message: '' },
  // `progress` is the percentage that is done.
  steps: {
    [PRODUCTS]: { progress: 20, opens: () => true, Screen: ItemsStep },
    [PICKUP_PLACE]: { progress: 40, opens: hasItems, Screen: PickupPlaceStep },
    [NEW_PICKUP_PLACE]: {
      progress: 40,
      opens: hasItems,
      Screen: ({ flow }) => <NewPlaceStep step={NEW_PICKUP_PLACE} flow={flow} />,
    },
    // The form stays below the notice that the area is not served, so that it keeps what was typed.
    [UNSERVED]: {
      progress: 40,
      opens: ({ unserved }) => unserved !== undefined,
      on: ({ unserved }) => unserved?.step,
    },
    [PICKUP_DAY]: { progress: 60, opens: isFetched, Screen: PickupDayStep },
    [DROP_PLACE]: { progress: 80, opens: isDated, Screen: DropPlaceStep },
    [NEW_DROP_PLACE]: {
      progress: 60,
      opens: isDated,
      Screen: ({ flow }) => <NewPlaceStep step={NEW_DROP_PLACE} flow={flow} />,
    },
    [DROP_DAY]: {
      progress: 90,
      opens: (draft) => isDated(draft) && draft.dropPlace !== undefined,
      Screen: DropDayStep,
    },
  },
  mends: {
    pickupAddressId: PICKUP_PLACE,
    slotId: PICKUP_DAY,
    cxPreferredPickupDate: PICKUP_DAY,
    address: DROP_PLACE,
    cxPreferredDeliveryDate: DROP_DAY,
  },
  Created: ({ made }) => (
    <RequestCreated
      flow="relocate-subscription"
      ticketIds={[made.ticketId]}
      facts={
        <>
          <Fact term={m.flows_created_pickup()}>{formatWholeDay(made.pickup)}</Fact>
          <Fact term={m.relocate_created_delivery()}>{formatWholeDay(made.drop)}</Fact>
        </>
      }
      next={m.relocate_created_next()}
    />
  ),
})

export default function RelocateDialog(dialog: DialogProps) {
  return <FlowDialog definition={relocateFlow} dialog={dialog} />
}
