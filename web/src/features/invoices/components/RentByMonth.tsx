import { useQuery } from '@tanstack/react-query'
import { m } from '#/copy'
import { formatMonthYear, formatShortMonth } from '#/kit/dates'
import { formatRupees } from '#/shared/money'
import { billed, billedByMonth, type MonthBilled } from '../by-month'
import { ledgersQuery } from '../queries'

const parts = [
  { key: 'rent', label: m.invoices_part_rent, fill: 'fill-brand' },
  { key: 'charges', label: m.invoices_chart_charges, fill: 'fill-accent' },
  { key: 'lateFees', label: m.invoices_part_late_fee, fill: 'fill-danger' },
] as const

/** What was invoiced month by month and what each month was made of: bars to look at, a table to be read out. */
export default function RentByMonth() {
  const { data } = useQuery(ledgersQuery)
  const months = billedByMonth(data?.invoices ?? [])
  if (months.length < 2) return null
  const shown = parts.filter(({ key }) => months.some((month) => month[key] > 0))
  return (
    <section aria-labelledby="rent-by-month" className="min-w-0 rounded-card bg-surface p-5 desk:p-6">
      <h2 id="rent-by-month" className="font-bold text-dialog">
        {m.invoices_chart_title()}
      </h2>
      <Bars months={months} />
      <ul aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 pt-3 text-muted text-support">
        {shown.map(({ key, label, fill }) => (
          <li key={key} className="flex items-center gap-2">
            <svg viewBox="0 0 10 10" aria-hidden="true" className="size-3">
              <rect width="10" height="10" rx="2" className={fill} />
            </svg>
            {label()}
          </li>
        ))}
      </ul>
      <AsTable months={months} />
    </section>
  )
}

function Bars({ months }: { months: MonthBilled[] }) {
  const highest = Math.max(...months.map(billed), 1)
  return (
    <div aria-hidden="true" className="flex items-end gap-2 overflow-x-auto pt-5 desk:gap-5">
      {months.map((month) => (
        <div key={month.month} className="grid min-w-fit flex-1 justify-items-center gap-1">
          <span className="tabular text-label">{formatRupees(Math.round(billed(month)))}</span>
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
  return parts.map(({ key, fill }) => {
    const height = (month[key] / highest) * 100
    top -= height
    return <rect key={key} x="0" y={top} width="10" height={height} className={fill} />
  })
}

/** A table is as wide as its words, whatever it is told: what hides it stands around it. */
function AsTable({ months }: { months: MonthBilled[] }) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{m.invoices_chart_title()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.invoices_chart_month()}</th>
            {parts.map(({ key, label }) => (
              <th key={key} scope="col">
                {label()}
              </th>
            ))}
            <th scope="col">{m.invoices_chart_sum()}</th>
            <th scope="col">{m.invoices_credited()}</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{formatMonthYear(month.month)}</th>
              {parts.map(({ key }) => (
                <td key={key}>{formatRupees(month[key])}</td>
              ))}
              <td>{formatRupees(billed(month))}</td>
              <td>{formatRupees(month.credited)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
