import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MandateCard } from '#/api/auto-debit'
import { m } from '#/copy'
import { formatRupees } from '#/shared/money'
import { Chip } from '#/ui/Chip'
import { Fact } from '#/ui/Fact'
import { IconButton } from '#/ui/IconButton'
import { cardTitle, expiry, isRemovable, mandateAmount, maskedNumber, nameOf, stateWord, upiId } from './model'

interface AutoDebitCardProps {
  card: MandateCard
  active: boolean
  /** When this mandate is debited next. */
  next?: string | undefined
  onRemove(): void
  children?: ReactNode
}

/** A mandate, with what is known about it. */
export function AutoDebitCard({ card, active, next, onRemove, children }: AutoDebitCardProps) {
  const title = cardTitle(card)
  const number = maskedNumber(card)
  return (
    <section aria-label={title} className="grid gap-4 rounded-card bg-brand-soft p-5">
      <header className="flex items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <CardState card={card} active={active} />
          <p className="font-semibold text-card wrap-anywhere">{title}</p>
          {number && <p className="tabular tracking-wide">{number}</p>}
        </div>
        {isRemovable(card) && <DeleteCard card={card} onRemove={onRemove} />}
      </header>
      <dl className="grid grid-cols-1 gap-3 wide:grid-cols-2">
        <Fact term={m.easy_payment_upi_id()}>{upiId(card)}</Fact>
        <Fact term={m.easy_payment_mandate_amount()}>{formatRupees(mandateAmount(card))}</Fact>
        <Fact term={m.easy_payment_exp()}>{expiry(card)}</Fact>
        <Fact term={m.easy_payment_debited_next()}>{next}</Fact>
      </dl>
      {children}
    </section>
  )
}

/** Says that rent is debited by this mandate, or why it cannot be. */
function CardState({ card, active }: Pick<AutoDebitCardProps, 'card' | 'active'>) {
  const state = stateWord(card)
  if (state) return <Chip tone="due">{state}</Chip>
  return active && <Chip tone="success">{m.easy_payment_active()}</Chip>
}

export function DeleteCard({ card, onRemove }: Pick<AutoDebitCardProps, 'card' | 'onRemove'>) {
  return (
    <IconButton
      label={m.easy_payment_delete({ name: nameOf(card) })}
      icon={<Trash2 aria-hidden="true" className="size-5" />}
      onClick={onRemove}
    />
  )
}
