import { useQuery } from '@tanstack/react-query'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { formatMonthYear, formatShortMonth } from '#/kit/dates'
import { duePartWord } from '#/kit/due-parts'
import { Loaded } from '#/kit/Loaded'
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

/** A late fee is invoiced when it is received. */
const label = (part: BarPart) => (part === 'late_fee' ? m.invoices_chart_late_fees() : duePartWord(part))

interface RentByMonthProps {
  /** Beside it stands something of the same answer, which says when that could not be loaded. */
  failureTold?: boolean
}

/** Keeps the room of the bars until they come, so that nothing moves under a finger or out of sight of the focus. */
function Room() {
  return <span className="block min-h-73 rounded-card desktop:min-h-75 bg-surface" />
}

/** What was invoiced month by month and what each month was made of: bars to look at, a table to be read out. */
export function RentByMonth({ failureTold = false }: RentByMonthProps) {
  // Asking again as it appears would take away the failure, and the button in it, that stands beside it.
  const query = useQuery({ ...ledgersQuery(useCustomerId()), retryOnMount: !failureTold })
  if (failureTold && !query.data) return null
  return (
    <Loaded query={query} pending={<Room />} failed={m.invoices_chart_failed()} age={null}>
      {({ invoices }) => <Chart months={billedByMonth(invoices)} />}
    </Loaded>
  )
}

// A late fee is invoiced when it is received, so one that is still due is in no month.
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

function Bars({ months }: { months: MonthBilled[] }) {
  const highest = Math.max(...months.map(billed), 1)
  return (
    <div aria-hidden="true" className="flex items-end gap-2 overflow-x-auto pt-5 desktop:gap-5">
      {months.map((month) => (
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

/** The parts of one month on each other, from the bottom up. */
function Stack({ month, highest }: { month: MonthBilled; highest: number }) {
  let top = 100
  return BAR_PARTS.map((part) => {
    const height = (month[part] / highest) * 100
    top -= height
    return <rect key={part} x="0" y={top} width="10" height={height} className={fills[part]} />
  })
}

/** A table is as wide as its words, whatever it is told: what hides it stands around it. */
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
