import { useState } from 'react'
import { keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Button } from '#/ui/Button'
import { Chip } from '#/ui/Chip'
import { RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import { StepHeading } from '../kit/StepHeading'
import { AutoDebitCard, DeleteCard } from './AutoDebitCard'
import { activeCard, cardTitle, isRemovable, isUsable, maskedNumber, stateWord, upiId } from './model'
import { IfChosen } from './ThisMonth'
import { useActivate } from './use-activate'
import { useAgreed } from './use-agreed'

interface ChangeModeProps {
  cards: MandateCards
  /** The rent of a month, in rupees. */
  rent: number
  /** If absent, no mandate can be added. */
  onAdd?: (() => void) | undefined
  onRemove(card: MandateCard): void
  onChanged(): void
}

/** Lets the customer choose which mandate is debited, or add another one. */
export function ChangeMode({ cards, rent, onAdd, onRemove, onChanged }: ChangeModeProps) {
  const active = activeCard(cards)
  const [key, setKey] = useState<string>()
  const usable = cards.cards.filter(isUsable)
  const only = cards.cards.length === 1 ? cards.cards[0] : undefined
  const chosen = usable.find((card) => keyOf(card) === key) ?? active ?? usable[0]
  const { agreed, terms, reason } = useAgreed()
  const { submit, busy, error } = useActivate(active !== undefined, onChanged)
  const isNew = chosen !== undefined && chosen !== active
  const change = () => chosen && (isNew ? submit(chosen) : onChanged())
  return (
    <>
      <StepHeading>{m.easy_payment_change_mode()}</StepHeading>
      {only && <AutoDebitCard card={only} active={only === active} onRemove={() => onRemove(only)} />}
      {!only && <CardList cards={cards} chosen={chosen} onChoose={setKey} onRemove={onRemove} />}
      <DialogFooter>
        <ActionError error={error} busy={busy} onRetry={change} />
        {terms}
        {isNew && <IfChosen card={chosen} rent={rent} />}
        {(only ? isNew : chosen) && (
          <Button wide busy={busy} disabled={!agreed} onClick={change} {...reason}>
            {only ? m.easy_payment_use() : m.easy_payment_change()}
          </Button>
        )}
        {onAdd ? (
          <Button wide variant="secondary" disabled={!agreed} onClick={onAdd} {...reason}>
            {m.easy_payment_add_new()}
          </Button>
        ) : (
          <p className="text-center text-muted text-support">{m.easy_payment_no_more()}</p>
        )}
      </DialogFooter>
    </>
  )
}

interface CardListProps extends Pick<ChangeModeProps, 'cards' | 'onRemove'> {
  chosen?: MandateCard
  onChoose(key: string): void
}

function CardList({ cards, chosen, onChoose, onRemove }: CardListProps) {
  const active = activeCard(cards)
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="pb-3 text-muted text-support">{m.easy_payment_change_text()}</legend>
      {cards.cards.map((card) => (
        <div key={keyOf(card)} className="flex items-center gap-2">
          <RadioCard
            name="auto-debit-card"
            className="min-w-0 flex-1"
            title={
              <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
                {cardTitle(card)}
                {card === active && isUsable(card) && <Chip tone="success">{m.easy_payment_active()}</Chip>}
              </span>
            }
            note={
              <span className="wrap-anywhere">
                {[upiId(card) ?? maskedNumber(card), stateWord(card)].filter(Boolean).join(' · ')}
              </span>
            }
            disabled={!isUsable(card)}
            checked={card === chosen}
            onChange={() => onChoose(keyOf(card))}
          />
          {isRemovable(card) && <DeleteCard card={card} onRemove={() => onRemove(card)} />}
        </div>
      ))}
    </fieldset>
  )
}
