import { m } from '#/copy'
import { flowWords } from '#/features/requests/model'
import { formatDay } from '#/kit/dates'
import type { DialogProps } from '#/shared/dialog-props'
import { formatRupees } from '#/shared/money'
import { Fact } from '#/ui/Fact'
import { ChooseItems } from '../kit/ChooseItems'
import { defineFlow, hasItems, PRODUCTS } from '../kit/define-flow'
import { FlowDialog } from '../kit/FlowDialog'
import { RequestCreated } from '../kit/RequestCreated'
import { ConfirmStep } from './ConfirmStep'
import { MonthStep } from './MonthStep'
import { CONFIRM, type ExtendDraft, type ExtendStep, type ExtensionsMade, extensionMonths, MONTHS } from './model'
import { takeBackWords } from './words'

/** The flow that keeps items longer: which, for how many months and at what rent. */
const extendFlow = defineFlow<ExtendDraft, ExtendStep, ExtensionsMade>({
  name: 'extend-subscription',
  title: flowWords['extend-subscription'].title,
  start: { chosen: [], months: extensionMonths[0] },
  total: 2,
  steps: {
    // Obstacles are marked on the items, and the server names them.
    [PRODUCTS]: {
      progress: 1,
      opens: () => true,
      Screen: ({ flow }) => <ChooseItems flow={flow} onward={() => flow.go(MONTHS)} />,
    },
    [MONTHS]: { progress: 2, opens: hasItems, Screen: MonthStep },
    [CONFIRM]: { progress: 2, opens: hasItems, Screen: ConfirmStep },
  },
  Created: ({ made }) => (
    <RequestCreated
      flow="extend-subscription"
      facts={
        <Fact term={m.requests_extend_title()} className="desktop:col-span-2">
          {made.items.map((item) => (
            <div key={item.orderItemId}>
              <p>
                {m.extend_created_stays({
                  item: item.productName,
                  day: formatDay(item.until) ?? '',
                  amount: formatRupees(item.newRent),
                  from: formatDay(item.from) ?? '',
                })}
              </p>
              <p className="text-muted">{takeBackWords(item.takeBackUntil)}</p>
            </div>
          ))}
        </Fact>
      }
      next={m.extend_created_next()}
    />
  ),
})

export default function ExtendDialog(dialog: DialogProps) {
  return <FlowDialog definition={extendFlow} dialog={dialog} />
}
