import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { Amount } from '#/ui/Amount'
import { type InvoiceItem, lineTotal } from '../model'
import { lineWords, periodWords, prorationWords } from '../words'

/** A table on wide screens and on paper. On a phone, each line is a small block. */
export function InvoiceLines({ items }: { items: readonly InvoiceItem[] }) {
  return (
    <>
      <table className="hidden w-full border-collapse text-left text-support desktop:table print:table">
        <caption className="visually-hidden">{m.invoices_items()}</caption>
        <thead>
          <tr className="border-line border-b text-label text-subtle">
            <th scope="col" className="py-2 pr-3 font-semibold">
              {m.invoices_item()}
            </th>
            <th scope="col" className="py-2 pr-3 font-semibold">
              {m.invoices_sac()}
            </th>
            {[m.invoices_taxable(), m.invoices_gst(), m.invoices_line_total()].map((head) => (
              <th key={head} scope="col" className="py-2 pl-3 text-right font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} className="border-line border-b align-top">
              <th scope="row" className="py-3 pr-3 font-normal">
                <LineWords item={item} />
              </th>
              <td className="tabular py-3 pr-3 text-muted">{item.sac}</td>
              <td className="py-3 pl-3 text-right">
                <Amount value={item.amount} size="inherit" />
              </td>
              <td className="py-3 pl-3 text-right">
                <Amount value={item.tax} size="inherit" />
                <span className="block text-label text-subtle">
                  {m.invoices_gst_percent({ percent: item.gstRate })}
                </span>
              </td>
              <td className="py-3 pl-3 text-right">
                <Amount value={lineTotal(item)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divided desktop:hidden print:hidden">
        {items.map((item) => (
          <li key={keyOf(item)} className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <LineWords item={item} />
              <p className="text-label text-subtle">
                {formatRupees(item.amount)} + {formatRupees(item.tax)} (
                {m.invoices_gst_percent({ percent: item.gstRate })}) · {m.invoices_sac()} {item.sac}
              </p>
            </div>
            <Amount value={lineTotal(item)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function keyOf({ name, kind, from, to, amount }: InvoiceItem): string {
  return [name, kind, from, to, amount].join('|')
}

/** What the line is for, and how its amount came about. */
function LineWords({ item }: { item: InvoiceItem }) {
  const period = periodWords(item.from, item.to)
  const proration = prorationWords(item)
  return (
    <>
      <span className="block break-words font-semibold">{lineWords(item)}</span>
      {period && <span className="block text-muted text-support">{period}</span>}
      {proration && <span className="block text-muted text-support">{proration}</span>}
    </>
  )
}
