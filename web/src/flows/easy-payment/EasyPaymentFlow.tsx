import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type EasyPaymentMeta,
  easyPaymentMetaQuery,
  keyOf,
  type MandateCard,
  type MandateCards,
  mandateCardsQuery,
  type PaymentOption,
} from '#/api/auto-debit'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { PayDues } from '#/features/payments/components/PayDues'
import { SetUpAtGateway } from '#/features/payments/components/SetUpAtGateway'
import { useSetUp } from '#/features/payments/use-set-up'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { useDraftState } from '#/kit/draft-storage'
import { QueryContent } from '#/kit/QueryContent'
import { SaveTag } from '#/kit/SaveTag'
import { StartRenting } from '#/kit/StartRenting'
import type { DialogProps } from '#/shared/dialog-props'
import { useIsDesktop } from '#/shared/use-media'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { DialogFooterProvider, useDialogFooter } from '#/ui/DialogFooter'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'
import { AddMode } from './AddMode'
import { Advance, WithoutOffer } from './Advance'
import { ChangeMode } from './ChangeMode'
import { Confirmation } from './Confirmation'
import { KnowMore } from './KnowMore'
import { Manage } from './Manage'
import { isOffered, showsAdvance, showsAutoDebit } from './model'
import { Remove } from './Remove'
import { ADD, CHANGE, CONFIRM, type GoTo, KNOW_MORE, REMOVE, useGoTo, useGoToAdvance } from './steps'
import { TooLow } from './TooLow'

/** The space below the content, in px. */
const EASY_PAYMENT_PADDING = 100

const isAdvance = (step: string | undefined) => step?.startsWith('advance-rental') === true

/** Auto debit and rent in advance, as far as this customer can use them. */
export default function EasyPaymentFlow(dialog: DialogProps) {
  const customer = useCustomerId()
  const meta = useQuery(easyPaymentMetaQuery(customer))
  const cards = useQuery(mandateCardsQuery(customer))
  const goTo = useGoTo()
  const present = useRef<readonly string[]>([])
  /**
   * The keys of the mandates that existed before a new one was set up.
   * The first screen needs them to name the new one.
   */
  const [before, setBefore] = useState<readonly string[]>()
  const toManage = () => goTo(undefined, { replace: true })
  const setUp = useSetUp(() => {
    setBefore(present.current)
    toManage()
  }, toManage)
  const isBefore = setUp.phase.at === 'idle' || setUp.phase.at === 'starting'
  const start = (option: PaymentOption) => {
    present.current = cards.data?.cards.map(keyOf) ?? []
    return setUp.start(option)
  }
  const choice = useDraftState<Chosen>('easy-payment', {})
  const below = useDialogFooter()
  if (!isBefore) return <SetUpAtGateway {...setUp} />
  const { step, onClose, onBack } = dialog
  const pending = <SpinnerBlock label={m.easy_payment_loading()} />
  const loading = { pending, failed: m.easy_payment_failed() }
  return (
    <Dialog
      title={m.easy_payment_title()}
      lead={isLater(step) && <Back onBack={onBack} />}
      footer={below.footer}
      onClose={onClose}
      width="flow"
      mobile="full"
      bodyPadding={EASY_PAYMENT_PADDING}
    >
      <DialogFooterProvider value={below.place}>
        {isAdvance(step) ? (
          <QueryContent query={meta} {...loading} age={null}>
            {(known) => <AdvanceSection step={step} meta={known} onBack={onBack} />}
          </QueryContent>
        ) : (
          <QueryContent query={meta} {...loading} age={null}>
            {(known) => (
              <QueryContent query={cards} {...loading} age={dataAge}>
                {(held) =>
                  showsAutoDebit(known, held) ? (
                    <AutoDebit
                      {...dialog}
                      meta={known}
                      cards={held}
                      before={before}
                      setUp={{ ...setUp, start }}
                      choice={choice}
                      goTo={goTo}
                    />
                  ) : (
                    <NoOptions onBack={onBack} meta={known} />
                  )
                }
              </QueryContent>
            )}
          </QueryContent>
        )}
      </DialogFooterProvider>
    </Dialog>
  )
}

/** Whether this is not the first screen of its section. */
const isLater = (step: string | undefined) => step !== undefined && step !== 'auto-debit' && step !== 'advance-rental'

function Back({ onBack }: Pick<DialogProps, 'onBack'>) {
  return (
    <div className="grid justify-items-start">
      <Button variant="quiet" compact className="-ml-3" onClick={onBack}>
        <ArrowLeft aria-hidden="true" className="size-5" />
        {m.kit_back()}
      </Button>
    </div>
  )
}

/**
 * Rent in advance is offered to customers who rent something, where the company offers it (EASYPAY-12).
 * A package that was bought stays visible.
 */
function AdvanceSection({ step, meta, onBack }: Pick<DialogProps, 'step' | 'onBack'> & { meta: EasyPaymentMeta }) {
  const { data } = useDashboard()
  if (data && !showsAdvance(meta, data))
    return (
      <WithoutOffer step={step}>
        <NoOptions onBack={onBack} />
      </WithoutOffer>
    )
  return <Advance step={step} meta={meta} onBack={onBack} />
}

/**
 * On the first screen of auto debit: a link to rent in advance if it can be paid now,
 * or else to a package that was bought.
 */
function AdvanceTeaser() {
  const { data } = useDashboard()
  const goTo = useGoToAdvance()
  if (!data) return null
  if (!data.sortedBanners.includes('ADVANCE_RENTAL')) return <WithoutOffer step={undefined}>{null}</WithoutOffer>
  return (
    <section
      aria-label={m.easy_payment_advance_title()}
      className="mt-5 grid justify-items-start gap-3 rounded-card bg-sunken p-5"
    >
      <SaveTag />
      <p className="font-bold text-card">{m.easy_payment_advance_title()}</p>
      <p className="text-muted">{m.banners_advance_text({ percent: data.advanceDiscountPercentage })}</p>
      <Button variant="secondary" onClick={() => goTo()}>
        {m.easy_payment_advance_options()}
      </Button>
    </section>
  )
}

function NoOptions({ onBack, meta }: Pick<DialogProps, 'onBack'> & { meta?: EasyPaymentMeta }) {
  const { data } = useDashboard()
  const rentsNothing = data?.hasLiveOrder === false
  const actions = (
    <div className="flex flex-wrap justify-center gap-3">
      {rentsNothing && <StartRenting />}
      <Button variant={rentsNothing ? 'secondary' : 'primary'} onClick={onBack}>
        {m.easy_payment_go_back()}
      </Button>
    </div>
  )
  return (
    <>
      <PayDues />
      {meta && <AdvanceTeaser />}
      {meta && <TooLow meta={meta} className="mt-5" />}
      <EmptyState art={<PlugArt />} title={m.easy_payment_none()} action={actions}>
        {rentsNothing ? m.easy_payment_none_rented() : m.easy_payment_none_text()}
      </EmptyState>
    </>
  )
}

/**
 * What was chosen on one screen for the next one.
 * Kept as ids, so that the current data of the server is used.
 */
interface Chosen {
  option?: string
  card?: string
}

interface AutoDebitProps extends DialogProps {
  meta: EasyPaymentMeta
  cards: MandateCards
  before: readonly string[] | undefined
  setUp: ReturnType<typeof useSetUp>
  choice: ReturnType<typeof useDraftState<Chosen>>
  goTo: GoTo
}

/** The screens of auto debit. A screen without a subject is replaced by the screen before it. */
function AutoDebit(props: AutoDebitProps): ReactNode {
  const { step, meta, cards, before, setUp, choice, goTo, onClose, onBack } = props
  const [chosen, setChosen] = choice
  const desktop = useIsDesktop()
  const { paymentOptions } = meta.autoDebit
  const option = paymentOptions.find(({ uniqueId }) => uniqueId === chosen.option)
  const card = cards.cards.find((held) => keyOf(held) === chosen.card)
  const askToRemove = (one: MandateCard) => {
    setChosen({ card: keyOf(one) })
    goTo(REMOVE)
  }
  const manage = <Manage meta={meta} cards={cards} before={before} goTo={goTo} onRemove={askToRemove} />
  const toManage = <Instead go={() => goTo(undefined, { replace: true })} />
  if ((step === ADD || step === CONFIRM) && !isOffered(meta)) return toManage
  switch (step) {
    case KNOW_MORE:
      return (
        <>
          {!desktop && manage}
          <KnowMore meta={meta} onBack={onBack} />
        </>
      )
    case ADD:
      return (
        <AddMode
          meta={meta}
          onChoose={({ uniqueId }) => {
            setUp.forget()
            setChosen({ option: uniqueId })
            goTo(CONFIRM)
          }}
        />
      )
    case CONFIRM: {
      const { phase, start } = setUp
      if (!option) return <Instead go={() => goTo(ADD, { replace: true })} />
      return <Confirmation option={option} meta={meta} phase={phase} onSet={() => void start(option)} />
    }
    case CHANGE:
      return (
        <ChangeMode
          rent={meta.liveItemInvoiceAmount}
          cards={cards}
          onAdd={isOffered(meta) ? () => goTo(ADD) : undefined}
          onRemove={askToRemove}
          onChanged={onBack}
        />
      )
    case REMOVE:
      if (!card) return toManage
      return <Remove card={card} cards={cards} onRemoved={onClose} onCancel={onBack} />
    default:
      return (
        <>
          {manage}
          <div className="pt-4">
            <PayDues />
          </div>
          <AdvanceTeaser />
        </>
      )
  }
}

/** Replaces this screen with another one. */
function Instead({ go }: { go(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is nothing to show here
  useEffect(go, [])
  return null
}
