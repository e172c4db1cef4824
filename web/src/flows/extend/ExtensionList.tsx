import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { AmountList, AmountRow } from '#/ui/AmountRow'
import { ProductThumb } from '#/ui/ProductRow'
import { type Extension, rentChange } from './model'

/** Each item with its current and new rent, and the total change. */
export function ExtensionList({ items }: { items: Extension[] }) {
  const { now, later, change } = rentChange(items)
  const toCome = items.some(({ isRentToCome }) => isRentToCome)
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {items.map((item) => (
          <li key={item.orderItemId} className="grid gap-3 rounded-row border border-line p-4">
            <ExtensionItem item={item} />
          </li>
        ))}
      </ul>
      <section className="rounded-row bg-sunken p-4">
        <AmountList>
          <AmountRow label={toCome ? m.extend_total_before() : m.extend_total_now()} value={now} />
          <AmountRow label={m.extend_total_new()} note={m.extend_rent_a_month()} value={later} />
          <AmountRow label={m.extend_total_change()} value={change} total />
        </AmountList>
      </section>
    </div>
  )
}

function ExtensionItem({ item }: { item: Extension }) {
  const day = (date: string) => formatDay(date) ?? date
  return (
    <>
      <div className="flex items-center gap-4">
        <ProductThumb thumbnail={item.thumbnail} />
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold">{item.productName}</p>
          <p className="text-muted text-support">{m.kit_tenure_ends({ date: day(item.tenureEnd) })}</p>
        </div>
      </div>
      <AmountList>
        <AmountRow
          label={item.isRentToCome ? m.extend_rent_before({ day: day(item.from) }) : m.extend_rent_now()}
          value={item.rent}
        />
        <AmountRow
          label={m.extend_rent_new()}
          note={m.extend_holds({ from: day(item.from), until: day(item.until) })}
          value={item.newRent}
        />
      </AmountList>
    </>
  )
}
