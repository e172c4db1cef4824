import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type ActiveProduct, activeProducts, dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { formatDay } from '#/kit/dates'
import { Retry } from '#/kit/Failed'
import { toast } from '#/platform/toast'
import { SofaArt } from '#/ui/art/SofaArt'
import { Button } from '#/ui/Button'
import { CheckCard } from '#/ui/ChoiceCard'
import { DialogFooter } from '#/ui/DialogFooter'
import { EmptyState } from '#/ui/EmptyState'
import { ProductThumb } from '#/ui/ProductRow'
import { SpinnerBlock } from '#/ui/Spinner'
import { eligibleProducts, type FlowName, flowWords } from './model'

export interface ProductsStepProps {
  flow: FlowName
  /** Ids of the ticked items; those that are not eligible any more count as not ticked. */
  chosen: readonly number[]
  onChoose(ids: number[]): void
  /** The way on is being looked at. */
  busy?: boolean
  onContinue(products: ActiveProduct[]): void
  onClose(): void
  /** What stands in the way, above Continue. */
  children?: ReactNode
}

/** The first screen of every request: which of the items that are with the customer is it about? */
export function ProductsStep({ flow, onClose, ...choice }: ProductsStepProps) {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  useEffect(() => {
    if (error) toast.error(error.message)
  }, [error])
  if (!data) {
    if (!error) return <SpinnerBlock label={m.shell_loading()} />
    // What went wrong is said by the toast alone.
    return <Retry wide busy={isFetching} onClick={() => void refetch()} />
  }
  const products = eligibleProducts(flow, activeProducts(data))
  if (products.length === 0) return <NothingEligible flow={flow} onClose={onClose} />
  return <Choice {...choice} flow={flow} products={products} />
}

type ChoiceProps = Omit<ProductsStepProps, 'onClose'> & { products: ActiveProduct[] }

function Choice({ flow, products, chosen, onChoose, busy, onContinue, children }: ChoiceProps) {
  const ticked = products.filter((product) => chosen.includes(product.id))
  const toggle = (id: number) => {
    const ids = ticked.map((product) => product.id)
    onChoose(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  }
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="pb-3 text-muted">{m.requests_choose_note()}</legend>
        {products.map((product) => (
          <ProductChoice
            key={product.id}
            flow={flow}
            product={product}
            checked={ticked.includes(product)}
            onToggle={() => toggle(product.id)}
          />
        ))}
      </fieldset>
      <DialogFooter>
        {children}
        <Button
          wide
          busy={busy}
          disabled={ticked.length === 0}
          disabledReason={m.requests_tick_one()}
          onClick={() => onContinue(ticked)}
        >
          {m.requests_continue()}
        </Button>
      </DialogFooter>
    </>
  )
}

interface ProductChoiceProps {
  flow: FlowName
  product: ActiveProduct
  checked: boolean
  onToggle(): void
}

/** For a closure only the end of the tenure matters; other requests also show the start. */
export function ProductChoice({ flow, product, checked, onToggle }: ProductChoiceProps) {
  const since = formatDay(product.deliveryDate)
  const until = formatDay(product.expectedClosureDate)
  const lines = [
    flow !== 'close-subscription' && since && m.requests_subscribed_on({ date: since }),
    until && m.requests_tenure_ends({ date: until }),
  ]
  return (
    <CheckCard
      title={product.name}
      note={lines.filter(Boolean).join(' · ')}
      media={<ProductThumb thumbnail={product.thumbnail} />}
      checked={checked}
      onChange={onToggle}
    />
  )
}

/** Nothing that this request could be about. */
export function NothingEligible({ flow, onClose }: { flow: FlowName; onClose(): void }) {
  return (
    <EmptyState
      art={<SofaArt />}
      title={m.requests_none_eligible({ type: flowWords[flow].type() })}
      action={<Button onClick={onClose}>{m.requests_go_back()}</Button>}
    />
  )
}
