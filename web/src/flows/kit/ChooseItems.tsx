import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useCustomerId } from '#/api/customer'
import { type ActiveProduct, activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { eligibleProducts, flowWords } from '#/features/requests/model'
import { LiveTicket, liveTicketOf } from '#/features/tickets/LiveTicket'
import { liveTicketsQuery, type Ticket } from '#/features/tickets/queries'
import { formatDay } from '#/kit/dates'
import type { FlowName } from '#/kit/flow-names'
import { RetryButton } from '#/kit/LoadError'
import type { RequestCode } from '#/kit/request-kinds'
import { StartRenting } from '#/kit/StartRenting'
import { toast } from '#/platform/toast'
import { SofaArt } from '#/ui/art/SofaArt'
import { Button } from '#/ui/Button'
import { CheckCard, RadioCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import { EmptyState } from '#/ui/EmptyState'
import { ProductThumb } from '#/ui/ProductRow'
import { SpinnerBlock } from '#/ui/Spinner'
import type { Flow, FlowDraft } from './define-flow'
import { useRevokeThenRequest } from './live-requests'
import { Refusal } from './Refusal'
import { RevokePrompt } from './RevokePrompt'

export interface ChooseItemsProps<Draft extends FlowDraft, Step extends string, Made> {
  flow: Flow<Draft, Step, Made>
  /** The fields of the draft that become invalid when other items are chosen. */
  forgets?: Partial<Draft>
  /** The code of the request. Live requests on the same items are looked up first, if it is set. */
  code?: RequestCode
  /** The request is about one item: choosing another item deselects the first one. */
  single?: boolean
  /** Returns why these items cannot be requested together. */
  objection?(products: ActiveProduct[]): string | undefined
  /** The text when no item is eligible, if the default one does not fit. */
  noneEligible?: string
  /** What the customer can do instead with items of which none is eligible. */
  instead?: { text: string; action: ReactNode }
  /** Shows the next screen. */
  onward(): void
}

/** The first screen of every flow. The customer chooses among the items that they have. */
export function ChooseItems<Draft extends FlowDraft, Step extends string, Made>(
  props: ChooseItemsProps<Draft, Step, Made>,
) {
  const { flow, noneEligible, instead } = props
  const { name } = flow.definition
  const { data, error, refetch, isFetching } = useDashboard()
  useEffect(() => {
    if (error) toast.error(error.message)
  }, [error])
  if (!data) {
    if (!error) return <SpinnerBlock label={m.kit_loading()} />
    // Only the toast says what went wrong.
    return (
      <div className="grid gap-4">
        <p className="font-semibold">{m.subscriptions_list_failed()}</p>
        <RetryButton wide busy={isFetching} onClick={() => void refetch()} />
      </div>
    )
  }
  const rented = activeProducts(data)
  const products = eligibleProducts(name, rented)
  if (products.length > 0) return <Choice {...props} products={products} />
  const actions = (
    <div className="flex flex-wrap justify-center gap-3">
      {rented.length > 0 ? instead?.action : <StartRenting />}
      <Button variant="secondary" onClick={flow.close}>
        {m.flows_go_back()}
      </Button>
    </div>
  )
  return (
    <EmptyState
      art={<SofaArt />}
      title={noneEligible ?? m.flows_none_eligible({ type: flowWords[name].type() })}
      action={actions}
    >
      {rented.length > 0 && instead?.text}
    </EmptyState>
  )
}

type ChoiceProps<Draft extends FlowDraft, Step extends string, Made> = ChooseItemsProps<Draft, Step, Made> & {
  products: ActiveProduct[]
}

function Choice<Draft extends FlowDraft, Step extends string, Made>(props: ChoiceProps<Draft, Step, Made>) {
  const { flow, forgets, code, single, objection, onward, products } = props
  const { chosen } = flow.draft
  // The items only show that they have a live request. What that means is for the server to say.
  const marks = useQuery(liveTicketsQuery(useCustomerId())).data ?? []
  // Items that are no longer eligible count as not ticked.
  const ticked = products.filter((product) => chosen.includes(product.id))
  const ids = ticked.map((product) => product.id)
  const live = useRevokeThenRequest({ flow, code, onClear: onward })
  const toggle = (id: number) => {
    live.dismiss()
    const others = single ? [] : ids.filter((other) => other !== id)
    const next = ids.includes(id) && !single ? others : [...others, id]
    flow.change({ ...forgets, chosen: next } as Partial<Draft>)
  }
  const goOn = () => {
    const others = ids.join() !== chosen.join()
    flow.change({ ...(others && forgets), chosen: ids } as Partial<Draft>)
    const why = objection?.(ticked)
    if (why) flow.refuse({ message: why })
    else live.check(ids)
  }
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="pb-3 text-muted">{m.flows_choose_note()}</legend>
        {products.map((product) => (
          <ProductChoice
            key={product.id}
            flow={flow.definition.name}
            product={product}
            checked={ticked.includes(product)}
            live={liveTicketOf(marks, product.id)}
            Card={single ? RadioCard : CheckCard}
            onToggle={() => toggle(product.id)}
          />
        ))}
      </fieldset>
      <DialogFooter>
        <Refusal flow={flow} />
        <RevokePrompt {...live} />
        <Button
          wide
          busy={live.revocation.name === 'checking'}
          disabled={ticked.length === 0}
          disabledReason={m.flows_tick_one()}
          onClick={goOn}
        >
          {m.flows_continue()}
        </Button>
      </DialogFooter>
    </>
  )
}

interface ProductChoiceProps {
  flow: FlowName
  product: ActiveProduct
  checked: boolean
  /** The live request of the item. */
  live?: Ticket
  Card: typeof CheckCard
  onToggle(): void
}

/** A closure shows only the end of the tenure. Other requests also show its start. */
function ProductChoice({ flow, product, checked, live, Card, onToggle }: ProductChoiceProps): ReactNode {
  const since = flow === 'close-subscription' ? undefined : formatDay(product.deliveryDate)
  const until = formatDay(product.expectedClosureDate)
  return (
    <Card
      name="flow-items"
      title={product.name}
      note={
        <>
          {since && <span className="block">{m.flows_subscribed_on({ date: since })}</span>}
          {until && <span className="block">{m.kit_tenure_ends({ date: until })}</span>}
          {live && (
            <span className="block font-semibold text-brand-ink">
              <LiveTicket ticket={live} />
            </span>
          )}
        </>
      }
      media={<ProductThumb thumbnail={product.thumbnail} />}
      checked={checked}
      onChange={onToggle}
    />
  )
}
