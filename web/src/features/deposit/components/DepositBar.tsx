import { m } from '#/copy'
import { depositOf } from '#/kit/deposit'
import { formatRupees } from '#/shared/money'
import type { DepositDetails } from '../queries'

/** All deposit that was ever paid or is required, as one bar. Screen readers get a table instead. */
export function DepositBar({ data }: { data: DepositDetails }) {
  const { secured, inspected, free, returning, used, missing } = depositOf(data)
  const parts = [
    { label: m.deposit_part_secured(), amount: secured, fill: 'fill-brand' },
    { label: m.deposit_part_inspected(), amount: inspected, fill: 'fill-subtle' },
    { label: m.deposit_part_free(), amount: free, fill: 'fill-success' },
    { label: m.deposit_part_returning(), amount: returning, fill: 'fill-accent' },
    { label: m.deposit_part_used(), amount: Math.max(0, used), fill: 'fill-control' },
    { label: m.deposit_part_missing(), amount: missing, fill: 'fill-danger' },
  ].filter(({ amount }) => amount > 0)
  const sum = parts.reduce((total, { amount }) => total + amount, 0)
  if (sum === 0) return null
  let before = 0
  return (
    <figure className="grid gap-3 pb-5">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-4 w-full rounded-chip">
        {parts.map(({ label, amount, fill }) => {
          const x = before
          before += (amount / sum) * 100
          return <rect key={label} x={x} y="0" width={(amount / sum) * 100} height="6" className={fill} />
        })}
      </svg>
      <table className="w-full text-support">
        <caption className="visually-hidden">{m.deposit_picture()}</caption>
        <tbody>
          {parts.map(({ label, amount, fill }) => (
            <tr key={label}>
              <th scope="row" className="py-0.5 text-left font-normal text-muted">
                <svg viewBox="0 0 10 10" aria-hidden="true" className="mr-2 inline size-3">
                  <rect width="10" height="10" rx="2" className={fill} />
                </svg>
                {label}
              </th>
              <td className="tabular py-0.5 text-right font-semibold">{formatRupees(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
