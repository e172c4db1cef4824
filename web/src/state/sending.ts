import { createStore } from '#/shared/store'
import { codeQuestion } from './code-question'

/** Calls that change something and have no answer yet. */
const underWay = createStore<readonly object[]>([])

export const sending = {
  begin: (call: object) => underWay.set([...underWay.get(), call]),
  /** The call has its answer, which may be a refusal. Follow-up work, such as a refetch, does not count. */
  end: (call: object) => underWay.set(underWay.get().filter((other) => other !== call)),
  /** False while a confirmation code is asked for: the call then waits for the customer, who may cancel. */
  isUnderWay: () => underWay.get().length > 0 && !codeQuestion.get(),
  subscribe: (listener: () => void) => {
    const ends = [underWay.subscribe(listener), codeQuestion.subscribe(listener)]
    return () => {
      for (const end of ends) end()
    }
  },
  /** For tests: forgets calls that nobody answers any more. */
  forget: () => underWay.set([]),
}
