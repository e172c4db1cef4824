import { createStore } from '#/shared/store'
import { codeQuestion } from './code-question'

/** Calls that change something and whose answer is not known yet. */
const underWay = createStore<readonly object[]>([])

export const sending = {
  begin: (call: object) => underWay.set([...underWay.get(), call]),
  /** The answer is there, also one that it could not be done. What follows from it is not waited for. */
  end: (call: object) => underWay.set(underWay.get().filter((other) => other !== call)),
  /** What waits for a code waits for the person, who may turn round. */
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
