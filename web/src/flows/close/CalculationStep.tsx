import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { Button } from '#/ui/Button'
import { DialogFooter } from '#/ui/DialogFooter'
import { Notice } from '#/ui/Notice'
import { StepHeading } from '../kit/StepHeading'

/** Round figures for the example: rupees a month, days, days of a month, and the usual multiplier. */
const RENT = 1000
const DAYS = 15
const MONTH = 30
const MULTIPLIER = 1.5
const BY_RENT = RENT * MULTIPLIER
const BY_TENURE = (RENT * DAYS) / MONTH

/** Explains the early closure charge with an example. */
export function CalculationStep({ onBack }: { onBack(): void }) {
  return (
    <>
      <StepHeading>{m.close_calculation_heading()}</StepHeading>
      <div className="grid gap-4">
        <p>{m.close_calculation_text()}</p>
        <section className="grid gap-3 rounded-card bg-sunken p-5">
          <h4 className="font-semibold">{m.close_calculation_example({ rent: formatRupees(RENT), days: DAYS })}</h4>
          <AmountList>
            <AmountRow
              label={m.close_rent_method()}
              note={m.close_calculation_rent({ multiplier: MULTIPLIER })}
              value={BY_RENT}
            />
            <AmountRow label={m.close_tenure_method()} note={m.close_calculation_tenure()} value={BY_TENURE} />
            <AmountRow
              label={m.close_calculation_result()}
              note={m.close_charge_lower()}
              value={Math.min(BY_RENT, BY_TENURE)}
              total
            />
          </AmountList>
        </section>
        <Notice>{m.close_calculation_ac()}</Notice>
        <p className="text-muted text-support">{m.close_calculation_tax()}</p>
      </div>
      <DialogFooter>
        <Button wide onClick={onBack}>
          {m.flows_go_back()}
        </Button>
      </DialogFooter>
    </>
  )
}
