import { m } from '#/copy'
import { flowWords } from '#/features/requests/model'
import type { DialogProps } from '#/shared/dialog-props'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { RequestCreated } from '../kit/RequestCreated'
import { UNSERVED } from '../location/model'
import { ItemsStep } from './ItemsStep'
import { NEW_PLACE, PLACE, PROBLEMS, type RepairDraft, type RepairStep, type RepairsMade } from './model'
import { NewPlaceStep, PlaceStep } from './PlaceSteps'
import { ProblemsStep } from './ProblemsStep'
import { RepairUnsent } from './RepairUnsent'

/** The flow that requests repairs: which items, where they are, and what is wrong with each. */
const repairFlow = defineFlow<RepairDraft, RepairStep, RepairsMade>({
  name: 'repair-request',
  title: flowWords['repair-request'].title,
  start: { chosen: [], problems: {}, unlocked: 1 },
  total: 2,
  steps: {
    [PRODUCTS]: { progress: 1, opens: () => true, Screen: ItemsStep },
    [PLACE]: { progress: 1, opens: hasItems, Screen: PlaceStep },
    [NEW_PLACE]: { progress: 1, opens: hasItems, Screen: NewPlaceStep },
    [UNSERVED]: { progress: 1, opens: ({ unserved }) => unserved !== undefined, on: () => NEW_PLACE },
    [PROBLEMS]: {
      progress: 2,
      opens: (draft) => hasItems(draft) && draft.placeId !== undefined,
      Screen: ProblemsStep,
    },
  },
  mends: { addressId: PLACE },
  Created: ({ made }) =>
    made.unsent ? (
      <RepairUnsent unsent={made.unsent} />
    ) : (
      <RequestCreated
        flow="repair-request"
        ticketIds={made.tickets.map(({ ticketId }) => ticketId)}
        next={m.repair_created_next()}
      />
    ),
})

export default function RepairDialog(dialog: DialogProps) {
  return <FlowDialog definition={repairFlow} dialog={dialog} />
}
