import { createStore, useStore } from '#/shared/store'

const seen = createStore(false)

/** The customer has looked at a request that is done, so that feedback may be asked for. */
export function sawDoneRequest(): void {
  seen.set(true)
}

export function forgetDoneRequest(): void {
  seen.set(false)
}

export function useSawDoneRequest(): boolean {
  return useStore(seen)
}
