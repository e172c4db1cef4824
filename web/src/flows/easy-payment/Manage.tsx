import { BellOff, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EasyPaymentMeta, keyOf, type MandateCard, type MandateCards } from '#/api/auto-debit'
import { m } from '#/copy'
import { AutoDebitTerms } from '#/features/payments/components/AutoDebitTerms'
import { CalmPlugArt } from '#/ui/art/CalmPlugArt'
import { Button } from '#/ui/Button'
import { StepHeading } from '../kit/StepHeading'
import { AutoDebitCard } from './AutoDebitCard'
import { JustSetUp } from './JustSetUp'
import { activeCard, isUsable, isWaiting, nameOf, nextDebit } from './model'
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
      <NextDebit meta={meta} />
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
        <Banner title={m.easy_payment_inactive_title()} text={m.easy_payment_inactive_text()}>
          <Button onClick={() => goTo(CHANGE)}>{m.easy_payment_choose_mode()}</Button>
          {more}
        </Banner>
      )}
      {cards.cards.length === 0 && (
        <Banner title={m.easy_payment_banner_title()} text={description || m.easy_payment_banner_text()}>
          <Button onClick={() => goTo(ADD)}>{m.easy_payment_add()}</Button>
          {more}
        </Banner>
      )}
    </>
  )
}

interface BannerProps {
  title: string
  text: string
  children: ReactNode
}

function Banner({ title, text, children }: BannerProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-5 rounded-card bg-brand-soft p-5 desktop:grid-cols-[minmax(0,1fr)_auto] desktop:items-center"
    >
      <div className="grid min-w-0 content-start gap-3">
        <p className="font-bold text-card">{title}</p>
        <p className="text-muted">{text}</p>
        <Benefits />
        <AutoDebitTerms />
      </div>
      <div className="justify-self-center [&_svg]:h-28 [&_svg]:w-36">
        <CalmPlugArt />
      </div>
      <div className="flex flex-wrap gap-3 desktop:col-span-2">{children}</div>
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
