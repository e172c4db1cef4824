import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type ActiveProduct, activeProducts, dashboardQuery } from '#/api/dashboard'
import { getLocale, m } from '#/copy'
import { toast } from '#/platform/toast'
import { formatDay } from '#/shared/dates'
import { SofaArt } from '#/ui/art/SofaArt'
import { Button } from '#/ui/Button'
import { CheckCard } from '#/ui/ChoiceCard'
import { EmptyState } from '#/ui/EmptyState'
import { ProductThumb } from '#/ui/ProductRow'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import { ContinueByMail } from './ContinueByMail'
import { FlowFrame } from './FlowFrame'
import { eligibleProducts, type FlowName, flowWords } from './model'

export interface ChooseProductsProps {
  flow: FlowName
  progress: ReactNode
  onClose(): void
}

/** The first screen of every request: which of the items that are with the customer is it about? */
export function ChooseProducts({ flow, progress, onClose }: ChooseProductsProps) {
  const { data, error, refetch, isFetching } = useQuery(dashboardQuery)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (error) toast.error(error.message)
  }, [error])
  const products = eligibleProducts(flow, activeProducts(data))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const title = flowWords[flow].title()
  const frame = { title, progress, onClose }
  if (!data && !error)
    return (
      <FlowFrame {...frame}>
        <SpinnerBlock label={m.shell_loading()} />
      </FlowFrame>
    )
  if (!data && error) {
    return (
      <FlowFrame {...frame}>
        <SectionError
          title={m.errors_section()}
          message={error.message}
          retryLabel={m.shell_retry()}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </FlowFrame>
    )
  }
  if (products.length === 0) return <NothingEligible {...frame} flow={flow} />
  const footer = <ContinueByMail title={title} products={products.filter((product) => chosen.has(product.id))} />
  return (
    <FlowFrame {...frame} footer={footer}>
      <fieldset className="grid gap-3">
        <legend className="pb-3 text-muted">{m.requests_by_mail_note()}</legend>
        {products.map((product) => (
          <ProductChoice
            key={product.id}
            flow={flow}
            product={product}
            checked={chosen.has(product.id)}
            onToggle={() => toggle(product.id)}
          />
        ))}
      </fieldset>
    </FlowFrame>
  )
}

interface ProductChoiceProps {
  flow: FlowName
  product: ActiveProduct
  checked: boolean
  onToggle(): void
}

/** For a closure only the end of the tenure matters; other requests also show the start. */
function ProductChoice({ flow, product, checked, onToggle }: ProductChoiceProps) {
  const since = formatDay(product.deliveryDate, getLocale())
  const until = formatDay(product.expectedClosureDate, getLocale())
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

interface NothingEligibleProps {
  flow: FlowName
  title: string
  progress: ReactNode
  onClose(): void
}

function NothingEligible({ flow, ...frame }: NothingEligibleProps) {
  return (
    <FlowFrame {...frame}>
      <EmptyState
        art={<SofaArt />}
        title={m.requests_none_eligible({ type: flowWords[flow].type() })}
        action={<Button onClick={frame.onClose}>{m.requests_go_back()}</Button>}
      />
    </FlowFrame>
  )
}
