import { m } from '#/copy'
import { Button } from '#/ui/Button'
import { RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import { StepHeading } from '../kit/StepHeading'
import { ExtensionList } from './ExtensionList'
import { CONFIRM, type ExtendFlow, extensionMonths } from './model'
import { Offers } from './Offers'

/** Asks for how many months, and shows what that means for each item. */
export function MonthStep({ flow }: { flow: ExtendFlow }) {
  return (
    <>
      <StepHeading>{m.extend_months_title()}</StepHeading>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 pb-5">
        <legend className="visually-hidden">{m.extend_tenure_label()}</legend>
        {extensionMonths.map((months) => (
          <RadioCard
            key={months}
            name="months"
            title={m.extend_months({ months })}
            checked={flow.draft.months === months}
            onChange={() => flow.change({ months })}
          />
        ))}
      </fieldset>
      <Offers draft={flow.draft}>
        {(items) => (
          <>
            <ExtensionList items={items} />
            <DialogFooter>
              <Button wide onClick={() => flow.go(CONFIRM)}>
                {m.flows_continue()}
              </Button>
            </DialogFooter>
          </>
        )}
      </Offers>
    </>
  )
}
