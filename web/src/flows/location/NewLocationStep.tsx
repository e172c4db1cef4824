import type { Address } from '#/api/addresses'
import { type NewPlaceDraft, UNSERVED } from './model'
import { NewPlace } from './NewPlace'

interface NewLocationStepProps<Step extends string> {
  flow: {
    step: string | undefined
    draft: NewPlaceDraft<Step>
    change(part: Partial<NewPlaceDraft<Step>>): void
    go(next: typeof UNSERVED): void
    back(): void
  }
  /** The step that this is. */
  step: Step
  title: string
  /** The city in which the address must lie. */
  boundCity?: string
  onMade(address: Address): void
}

/** A new address, alike in every flow: it is saved with the request, and whoever goes back finds it among the others. */
export function NewLocationStep<Step extends string>(props: NewLocationStepProps<Step>) {
  const { flow, step, title, boundCity, onMade } = props
  const { added = [], unserved } = flow.draft
  return (
    <NewPlace
      title={title}
      boundCity={boundCity}
      forRequest
      unserved={flow.step === UNSERVED ? unserved : undefined}
      onSaved={(address) => {
        flow.change({ added: [...added, address] })
        onMade(address)
      }}
      onNotServiceable={(message) => {
        flow.change({ unserved: { step, message } })
        flow.go(UNSERVED)
      }}
      onBack={flow.back}
    />
  )
}
