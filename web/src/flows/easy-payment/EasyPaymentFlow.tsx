import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import {
  type EasyPaymentMeta,
  easyPaymentMetaQuery,
  keyOf,
  type MandateCard,
  type MandateCards,
  mandateCardsQuery,
} from '#/api/auto-debit'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { PayDues } from '#/features/payments/components/PayDues'
import { SetUpAtGateway } from '#/features/payments/components/SetUpAtGateway'
import { useSetUp } from '#/features/payments/use-set-up'
import { age } from '#/kit/Age'
import { Dialog } from '#/kit/Dialog'
import { useKept } from '#/kit/kept'
import { Loaded } from '#/kit/Loaded'
import type { DialogProps } from '#/shared/dialog-props'
import { useIsDesktop } from '#/shared/use-media'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { DialogFooterProvider, useDialogFooter } from '#/ui/DialogFooter'
import { EmptyState } from '#/ui/EmptyState'
import { SpinnerBlock } from '#/ui/Spinner'
import { AddMode } from './AddMode'
import { ChangeMode } from './ChangeMode'
import { Confirmation } from './Confirmation'
import { KnowMore } from './KnowMore'
import { Manage } from './Manage'
import { isOffered, showsAutoDebit } from './model'
import { Remove } from './Remove'
import { ADD, CHANGE, CONFIRM, type GoTo, KNOW_MORE, REMOVE, useGoTo } from './steps'

/** Room below the content, in px. */
const EASY_PAYMENT_PADDING = 100

const isAdvance = (step: string | undefined) => step?.startsWith('advance-rental') === true

/** Auto debit and advance rental, as far as they are possible for this customer. */
export default function EasyPaymentFlow(dialog: DialogProps) {
  const customer = useCustomerId()
  const meta = useQuery(easyPaymentMetaQuery(customer))
  const cards = useQuery(mandateCardsQuery(customer))
  const goTo = useGoTo()
  const setUp = useSetUp(() => goTo(undefined, { replace: true }))
  const choice = useKept<Chosen>('easy-payment', {})
  const below = useDialogFooter()
  if (setUp.phase.at !== 'idle' && setUp.phase.at !== 'starting') return <SetUpAtGateway {...setUp} />
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
          <NoOptions onBack={onBack} />
        ) : (
          <Loaded query={meta} {...loading} age={null}>
            {(known) => (
              <Loaded query={cards} {...loading} age={age}>
                {(held) =>
                  showsAutoDebit(known, held) ? (
                    <AutoDebit {...dialog} meta={known} cards={held} setUp={setUp} choice={choice} goTo={goTo} />
                  ) : (
                    <NoOptions onBack={onBack} />
                  )
                }
              </Loaded>
            )}
          </Loaded>
        )}
      </DialogFooterProvider>
    </Dialog>
  )
}

/** Not the first screen of its section. */
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

function NoOptions({ onBack }: Pick<DialogProps, 'onBack'>) {
  return (
    <>
      <PayDues />
      <EmptyState
        art={<PlugArt />}
        title={m.easy_payment_none()}
        action={<Button onClick={onBack}>{m.easy_payment_go_back()}</Button>}
      >
        {m.easy_payment_none_text()}
      </EmptyState>
    </>
  )
}

/** What was chosen on a screen, for the next one; by id, so that it is what the server has now. */
interface Chosen {
  option?: string
  card?: string
}

interface AutoDebitProps extends DialogProps {
  meta: EasyPaymentMeta
  cards: MandateCards
  setUp: ReturnType<typeof useSetUp>
  choice: ReturnType<typeof useKept<Chosen>>
  goTo: GoTo
}

/** The screens of auto debit. One that has nothing to be about gives way to the screen before it. */
function AutoDebit(props: AutoDebitProps): ReactNode {
  const { step, meta, cards, setUp, choice, goTo, onClose, onBack } = props
  const [chosen, setChosen] = choice
  const desktop = useIsDesktop()
  const { paymentOptions } = meta.autoDebit
  const option = paymentOptions.find(({ uniqueId }) => uniqueId === chosen.option)
  const card = cards.cards.find((held) => keyOf(held) === chosen.card)
  const askToRemove = (one: MandateCard) => {
    setChosen({ card: keyOf(one) })
    goTo(REMOVE)
  }
  const manage = <Manage meta={meta} cards={cards} goTo={goTo} onRemove={askToRemove} />
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
          options={paymentOptions}
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
          cards={cards}
          onAdd={isOffered(meta) ? () => goTo(ADD) : undefined}
          onRemove={askToRemove}
          onChanged={onBack}
        />
      )
    case REMOVE:
      if (!card) return toManage
      return <Remove card={card} onRemoved={onClose} onCancel={onBack} />
    default:
      return (
        <>
          {manage}
          <div className="pt-4">
            <PayDues />
          </div>
        </>
      )
  }
}

/** Another screen takes the place of this one. */
function Instead({ go }: { go(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is nothing to show here
  useEffect(go, [])
  return null
}
