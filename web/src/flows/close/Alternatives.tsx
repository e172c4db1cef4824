import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, CalendarCheck, ChevronRight, type LucideIcon, Truck, Undo2 } from 'lucide-react'
import { useCustomerId } from '#/api/customer'
import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import { eligibleProducts, isOneCity } from '#/features/requests/model'
import { type Agreed, extensionName, upcomingQuery } from '#/features/upcoming/queries'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { formatRupees } from '#/shared/money'

/** The request that the customer can raise instead of a closure. */
export type Instead = 'relocate-subscription' | 'transfer-ownership'

interface AlternativesProps {
  /** The chosen items. An alternative that is not possible for all of them is not offered. */
  products: ActiveProduct[]
  /** The rent of the items in rupees a month, without GST. */
  rent: number
  onTakeBack(extension: Agreed): void
  onComplete(): void
  onInstead(requestType: Instead): void
}

/** What the customer can do with the same items instead of leaving early. */
export function Alternatives({ products, rent, onTakeBack, onComplete, onInstead }: AlternativesProps) {
  const canShift = isOneCity(products)
  const canTransfer = eligibleProducts('transfer-ownership', products).length === products.length
  return (
    <section className="grid gap-1">
      <h4 className="pb-1 font-semibold">{m.close_alternatives()}</h4>
      <Extensions products={products} onTakeBack={onTakeBack} />
      <Alternative
        icon={CalendarCheck}
        title={m.close_alternative_complete()}
        note={m.close_alternative_complete_note({ rent: formatRupees(rent) })}
        onPress={onComplete}
      />
      {canShift && (
        <Alternative
          icon={Truck}
          title={m.close_alternative_shift()}
          note={m.close_alternative_shift_note()}
          onPress={() => onInstead('relocate-subscription')}
        />
      )}
      {canTransfer && (
        <Alternative
          icon={ArrowLeftRight}
          title={m.close_alternative_transfer()}
          note={m.close_alternative_transfer_note()}
          onPress={() => onInstead('transfer-ownership')}
        />
      )}
    </section>
  )
}

/** The extensions of the items that can still be taken back, which makes leaving cheaper. */
function Extensions({ products, onTakeBack }: Pick<AlternativesProps, 'products' | 'onTakeBack'>) {
  return (
    <QueryContent
      query={useQuery(upcomingQuery(useCustomerId()))}
      pending={null}
      failed={m.close_alternative_extension_failed()}
      age={null}
    >
      {({ extensions }) =>
        extensions
          .filter(({ orderItemId, takeBackUntil }) => takeBackUntil && products.some(({ id }) => id === orderItemId))
          .map((extension) => (
            <Alternative
              key={extensionName(extension)}
              icon={Undo2}
              title={m.close_alternative_extension()}
              note={m.close_alternative_extension_note({
                item: extension.productName,
                day: formatDay(extension.takeBackUntil) ?? '',
              })}
              onPress={() => onTakeBack(extension)}
            />
          ))
      }
    </QueryContent>
  )
}

interface AlternativeProps {
  icon: LucideIcon
  title: string
  note: string
  onPress(): void
}

function Alternative({ icon: Icon, title, note, onPress }: AlternativeProps) {
  return (
    <button
      type="button"
      className="flex min-h-14 items-center gap-4 rounded-row p-2 text-left hover:bg-brand-soft"
      onClick={onPress}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{title}</span> <span className="text-muted text-support">{note}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </button>
  )
}
