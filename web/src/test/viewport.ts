/** jsdom has no layout. This simulates the window's width and the media queries that depend on it. */
const lists = new Map<string, { matches: boolean; listeners: Set<(event: MediaQueryListEvent) => void> }>()
let width = 390

function evaluate(query: string): boolean {
  const min = /\(min-width:\s*(\d+)px\)/.exec(query)?.[1]
  const max = /\(max-width:\s*(\d+)px\)/.exec(query)?.[1]
  if (!min && !max) return false
  return (!min || width >= Number(min)) && (!max || width <= Number(max))
}

window.matchMedia = (query: string) => {
  const entry = lists.get(query) ?? { matches: evaluate(query), listeners: new Set() }
  lists.set(query, entry)
  return {
    media: query,
    get matches() {
      return evaluate(query)
    },
    addEventListener: (_: string, listener: (event: MediaQueryListEvent) => void) => entry.listeners.add(listener),
    removeEventListener: (_: string, listener: (event: MediaQueryListEvent) => void) =>
      entry.listeners.delete(listener),
  } as unknown as MediaQueryList
}

/** Sets the window's width in px and notifies the listeners of media queries. */
export function setViewport(next: number): void {
  width = next
  Object.defineProperty(window, 'innerWidth', { configurable: true, value: next })
  for (const [query, entry] of lists) {
    const matches = evaluate(query)
    if (matches === entry.matches) continue
    entry.matches = matches
    for (const listener of entry.listeners) listener({ matches } as MediaQueryListEvent)
  }
}
