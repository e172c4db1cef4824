import { type Element, jsx } from './jsx-runtime'

// Stands for React in the first view, which is drawn once: state is what it is at first, effects never run. What is not
// here cannot be part of a first view, and its build says so.

const nothing = () => {}

let ids = 0

export const useState = <T>(first: T | (() => T)) => [first instanceof Function ? first() : first, nothing]
export const useSyncExternalStore = <T>(_: unknown, read: () => T) => read()
export const useEffect = nothing
export const useCallback = <T>(callback: T) => callback
export const useId = () => `first-view-${++ids}`

export function createElement(type: Element['type'], { key: _, ...props }: Element['props']) {
  return jsx(type, props)
}
