import { keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { Button } from '#/ui/Button'
import { Notice } from '#/ui/Notice'
import { activeCard, isUsable, nameOf, nextDebit } from './model'
import { IfChosen } from './ThisMonth'
import { useActivate } from './use-activate'

interface JustSetUpProps {
  cards: MandateCards
  /** The rent of a month, in rupees. */
  rent: number
  /** The keys of the mandates that existed before. */
  before: readonly string[]
}

/** What follows from the new mandate: when it is debited first, or which other mandate still is. */
export function JustSetUp({ cards, rent, before }: JustSetUpProps) {
  const added = cards.cards.find((card) => isUsable(card) && !before.includes(keyOf(card)))
  const active = activeCard(cards)
  if (!added || !active) return null
  const title = m.easy_payment_set_up({ name: nameOf(added) })
  return (
    <div role="status" className="mb-4">
      {added === active ? (
        <Notice tone="success" title={title}>
          <p className="wrap-anywhere">{whenDebited(cards)}</p>
        </Notice>
      ) : (
        <Beside title={title} added={added} active={active} rent={rent} />
      )}
    </div>
  )
}

function whenDebited(cards: MandateCards): string {
  const date = nextDebit(cards)
  return date ? m.easy_payment_set_up_from({ date }) : m.easy_payment_set_up_next()
}

interface BesideProps {
  title: string
  added: MandateCard
  active: MandateCard
  rent: number
}

/** Another mandate is active, and stays active until the customer decides otherwise. */
function Beside({ title, added, active, rent }: BesideProps) {
  const { submit, busy, error } = useActivate(true, () => {})
  return (
    <Notice
      tone="success"
      title={title}
      action={
        <Button variant="secondary" compact busy={busy} onClick={() => submit(added)}>
          {m.easy_payment_use_instead({ name: nameOf(added) })}
        </Button>
      }
    >
      <p className="wrap-anywhere">{m.easy_payment_remove_other({ other: nameOf(active) })}</p>
      <IfChosen card={added} rent={rent} />
      <ActionError error={error} busy={busy} onRetry={() => submit(added)} />
    </Notice>
  )
}
