import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { activeProducts, dashboardQuery } from '#/api/dashboard'
import { m } from '#/copy'
import { toast } from '#/platform/toast'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import { ContinueByMail } from './ContinueByMail'
import { FlowFrame } from './FlowFrame'
import { eligibleProducts, type FlowName, flowWords } from './model'
import { NothingEligible, ProductChoice } from './ProductsStep'

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
  if (products.length === 0)
    return (
      <FlowFrame {...frame}>
        <NothingEligible flow={flow} onClose={onClose} />
      </FlowFrame>
    )
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
