import { createStore } from '#/shared/store'

/** Calls that change something and whose answer is not known yet. */
const underWay = createStore<readonly object[]>([])

export const sending = {
  begin: (call: object) => underWay.set([...underWay.get(), call]),
  /** The answer is there, also one that it could not be done. What follows from it is not waited for. */
  end: (call: object) => underWay.set(underWay.get().filter((other) => other !== call)),
  isUnderWay: () => underWay.get().length > 0,
  subscribe: underWay.subscribe,
  /** For tests: forgets calls that nobody answers any more. */
  forget: () => underWay.set([]),
}
