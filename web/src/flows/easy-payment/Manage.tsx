import { BellOff, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EasyPaymentMeta, keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import { m } from '#/copy'
import { AutoDebitTerms } from '#/features/payments/components/AutoDebitTerms'
import { formatRupees } from '#/shared/money'
import { CalmPlugArt } from '#/ui/art/CalmPlugArt'
import { Button } from '#/ui/Button'
import { StepHeading } from '../kit/StepHeading'
import { AutoDebitCard } from './AutoDebitCard'
import { JustSetUp } from './JustSetUp'
import { activeCard, choiceOf, isUsable, isWaiting, mandateAmount, nameOf, nextDebit } from './model'
import { NextDebit } from './NextDebit'
import { ADD, CHANGE, type GoTo, KNOW_MORE } from './steps'
import { useAbout } from './use-about'
import { Waiting } from './Waiting'

interface ManageProps {
  meta: EasyPaymentMeta
  cards: MandateCards
  goTo: GoTo
  /** The keys of the mandates that existed before one was just set up. */
  before?: readonly string[] | undefined
  onRemove(card: MandateCard): void
}

/** The active mandate, or why the customer should set one up. */
export function Manage({ meta, cards, before, goTo, onRemove }: ManageProps) {
  const active = activeCard(cards)
  const waiting = cards.cards.filter(isWaiting)
  const hasOthers = cards.cards.length > waiting.length
  const others = cards.cards.filter((card) => card !== active && isUsable(card))
  const rests = active !== undefined && !isUsable(active)
  const { description } = useAbout(meta)
  const more = (
    <Button variant="quiet" onClick={() => goTo(KNOW_MORE)}>
      {m.easy_payment_know_more()}
    </Button>
  )
  return (
    <>
      <StepHeading>{m.easy_payment_auto_debit()}</StepHeading>
      {before && <JustSetUp cards={cards} rent={meta.liveItemInvoiceAmount} before={before} />}
      <NextDebit meta={meta} cards={cards} />
      {active && (
        <div className="grid gap-4">
          <AutoDebitCard card={active} active next={nextDebit(cards)} onRemove={() => onRemove(active)} />
          {others.length > 0 && (
            <p className="text-muted wrap-anywhere">{m.easy_payment_also({ names: others.map(nameOf).join(', ') })}</p>
          )}
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => goTo(CHANGE)}>
              {m.easy_payment_change_mode()}
            </Button>
            {more}
          </div>
        </div>
      )}
      {waiting.map((card) => (
        <Waiting key={keyOf(card)} card={card} onRemove={() => onRemove(card)} />
      ))}
      {(rests ? others.length > 0 : !active && hasOthers) && (
        <Inactive cards={cards} rent={meta.liveItemInvoiceAmount}>
          <Button onClick={() => goTo(CHANGE)}>{m.easy_payment_choose_mode()}</Button>
          {more}
        </Inactive>
      )}
      {cards.cards.length === 0 && (
        <Banner
          title={m.easy_payment_banner_title()}
          text={description || m.easy_payment_banner_text()}
          terms={<AutoDebitTerms />}
        >
          <Button onClick={() => goTo(ADD)}>{m.easy_payment_add()}</Button>
          {more}
        </Banner>
      )}
    </>
  )
}

interface InactiveProps {
  cards: MandateCards
  /** The rent of a month, in rupees. */
  rent: number
  children: ReactNode
}

/** Nothing is debited. Says what helps: choosing another mandate, unless none suffices or no rent is to come. */
function Inactive({ cards, rent, children }: InactiveProps) {
  const title = m.easy_payment_inactive_title()
  const debitsNow = cards.cards.some(({ debitIfChosen }) => debitIfChosen)
  if (cards.noRent && !debitsNow) return <Banner title={title} text={m.easy_payment_inactive_idle()} />
  const choice = choiceOf(cards)
  const [low] = cards.cards.filter(({ tooLow }) => tooLow)
  if (choice || !low)
    return (
      <Banner title={title} text={m.easy_payment_inactive_text()} terms={<AutoDebitTerms card={choice} />}>
        {children}
      </Banner>
    )
  const limits = { name: nameOf(low), limit: formatRupees(mandateAmount(low)), rent: formatRupees(rent) }
  return (
    <Banner title={title} text={m.easy_payment_too_low(limits)}>
      {children}
    </Banner>
  )
}

interface BannerProps {
  title: string
  text: string
  /** What is promised if the customer follows. */
  terms?: ReactNode
  children?: ReactNode
}

function Banner({ title, text, terms, children }: BannerProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-5 rounded-card bg-brand-soft p-5 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-center"
    >
      <div className="grid min-w-0 content-start gap-3">
        <p className="font-bold text-card">{title}</p>
        <p className="text-muted">{text}</p>
        {terms && <Benefits />}
        {terms}
      </div>
      <div className="justify-self-center [&_svg]:h-28 [&_svg]:w-36">
        <CalmPlugArt />
      </div>
      {children && <div className="flex flex-wrap gap-3 desktop:col-span-2">{children}</div>}
    </section>
  )
}

export function Benefits() {
  return (
    <ul className="grid gap-2">
      <li className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
        {m.payments_promo_no_late()}
      </li>
      <li className="flex items-center gap-3">
        <BellOff aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
        {m.payments_promo_forget()}
      </li>
    </ul>
  )
}
