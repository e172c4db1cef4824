import { flowWords } from '#/features/requests/model'
import type { DialogProps } from '#/shared/dialog-props'
import { ChooseItems } from '../kit/ChooseItems'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { RequestCreated } from '../kit/RequestCreated'
import { ConfirmStep } from './ConfirmStep'
import { MonthStep } from './MonthStep'
import { CONFIRM, type ExtendDraft, type ExtendStep, extensionMonths, MONTHS } from './model'

/** Keeps items longer: which, for how many months and at what rent. */
const extendFlow = defineFlow<ExtendDraft, ExtendStep>({
  name: 'extend-subscription',
  title: flowWords['extend-subscription'].title,
  start: { chosen: [], months: extensionMonths[0] },
  total: 2,
  steps: {
    // Nothing stands in the way of an extension, so live requests are not looked at.
    [PRODUCTS]: {
      progress: 1,
      opens: () => true,
      Screen: ({ flow }) => <ChooseItems flow={flow} onward={() => flow.go(MONTHS)} />,
    },
    [MONTHS]: { progress: 2, opens: hasItems, Screen: MonthStep },
    [CONFIRM]: { progress: 2, opens: hasItems, Screen: ConfirmStep },
  },
  Created: () => <RequestCreated flow="extend-subscription" />,
})

export default function ExtendDialog(dialog: DialogProps) {
  return <FlowDialog definition={extendFlow} dialog={dialog} />
}
