// Read where it is used: plain rules are loaded where there is no window.
const navigation = () => (window as { navigation?: Navigation }).navigation

/** Where `steps` lead among the entries of this page alone; nothing where the browser does not know them. */
function ownEntry(steps: number): NavigationHistoryEntry | undefined {
  const here = navigation()?.currentEntry?.index
  return here === undefined ? undefined : navigation()?.entries()[here + steps]
}

/**
 * A frame in the page adds entries to the history of the tab: a bank's pages, one after another. The browser counts them
 * too where it is told to go so many steps, so from now on such steps lead from one entry of this page to another.
 */
export function countOwnEntriesAlone(): void {
  const { history } = window
  const go = history.go.bind(history)
  history.go = (steps = 0) => {
    const entry = ownEntry(steps)
    // What interrupts it has its own event.
    if (entry && steps !== 0)
      navigation()
        ?.traverseTo(entry.key)
        .finished?.catch(() => {})
    else go(steps)
  }
}

/** Before this page's entry lies one of its own, so that a step back leads there and no further. */
export const canGoBackAlone = (): boolean => ownEntry(-1) !== undefined
