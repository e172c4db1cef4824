import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { formatMonthYear, formatShortMonth } from '#/kit/dates'
import { duePartLabel } from '#/kit/due-parts'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees } from '#/shared/money'
import { BAR_PARTS, type BarPart, billed, billedByMonth, type MonthBilled } from '../by-month'
import { ledgersQuery } from '../queries'

const fills: Record<BarPart, string> = {
  rent: 'fill-brand',
  early_closure: 'fill-accent',
  damage: 'fill-danger',
  charge: 'fill-success',
  late_fee: 'fill-subtle',
}

/** An invoice of late fees is issued when the fees are paid, so its label is "Late fees paid". */
const label = (part: BarPart) => (part === 'late_fee' ? m.invoices_chart_late_fees() : duePartLabel(part))

interface RentByMonthProps {
  /** Something else on the screen uses the same request and reports its failure. */
  failureTold?: boolean
}

/** Reserves the space of the chart, so that nothing moves under a finger or away from the focus. */
function Room() {
  return <span className="block min-h-73 rounded-card desktop:min-h-75 bg-surface" />
}

/** What was invoiced in each month, by purpose: bars for the eye, and a table for screen readers. */
export function RentByMonth({ failureTold = false }: RentByMonthProps) {
  // A retry on mount would remove the failure message, with its button, that the other component shows.
  const query = useQuery({ ...ledgersQuery(useCustomerId()), retryOnMount: !failureTold })
  if (failureTold && !query.data) return null
  return (
    <QueryContent query={query} pending={<Room />} failed={m.invoices_chart_failed()} age={null}>
      {({ invoices }) => <Chart months={billedByMonth(invoices)} />}
    </QueryContent>
  )
}

// An invoice of late fees is issued when they are paid, so late fees that are still due are in no month.
function Chart({ months }: { months: MonthBilled[] }) {
  if (months.length < 2) return null
  const shown = BAR_PARTS.filter((part) => months.some((month) => month[part] > 0))
  return (
    <section aria-labelledby="rent-by-month" className="min-w-0 rounded-card bg-surface p-5 desktop:p-6">
      <h2 id="rent-by-month" className="font-bold text-dialog">
        {m.invoices_chart_title()}
      </h2>
      <Bars months={months} />
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 pt-3 text-muted text-support">
        {shown.map((part) => (
          <li key={part} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" aria-hidden="true" className="size-3">
              <rect width="10" height="10" rx="2" className={fills[part]} />
            </svg>
            {label(part)}
          </li>
        ))}
      </ul>
      <AsTable months={months} parts={shown} />
    </section>
  )
}

/** If the bars do not fit, the row begins at its newest month: a reversed row scrolls to the left. */
function Bars({ months }: { months: MonthBilled[] }) {
  const highest = Math.max(...months.map(billed), 1)
  return (
    <div aria-hidden="true" className="flex flex-row-reverse items-end gap-2 overflow-x-auto pt-5 desktop:gap-5">
      {[...months].reverse().map((month) => (
        <div key={month.month} className="grid min-w-fit flex-1 justify-items-center gap-1">
          <span className="tabular text-label">{formatRupees(billed(month))}</span>
          <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" className="h-32 w-full max-w-16">
            <Stack month={month} highest={highest} />
          </svg>
          <span className="w-0 min-w-full truncate text-center text-label text-muted">
            {formatShortMonth(month.month)}
          </span>
        </div>
      ))}
    </div>
  )
}

/** The parts of one month, stacked from the bottom up. */
function Stack({ month, highest }: { month: MonthBilled; highest: number }) {
  let top = 100
  return BAR_PARTS.map((part) => {
    const height = (month[part] / highest) * 100
    top -= height
    return <rect key={part} x="0" y={top} width="10" height={height} className={fills[part]} />
  })
}

/** A table never gets narrower than its words, so the element that hides it is around it. */
function AsTable({ months, parts }: { months: MonthBilled[]; parts: readonly BarPart[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{m.invoices_chart_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.invoices_chart_month()}</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {label(part)}
              </th>
            ))}
            <th scope="col">{m.invoices_chart_sum()}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{formatMonthYear(month.month)}</th>
              {parts.map((part) => (
                <td key={part}>{formatRupees(month[part])}</td>
              ))}
              <td>{formatRupees(billed(month))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
