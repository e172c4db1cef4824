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
  /** The flow's step for a new address. */
  step: Step
  title: string
  /** The city that the address must be in. */
  boundCity?: string
  onMade(address: Address): void
}

/**
 * The step for a new address, the same in every flow. The address is saved with the request.
 * A customer who goes back finds it among the saved addresses.
 */
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
