// Read at call time: some modules are loaded where there is no window.
const navigation = () => (window as { navigation?: Navigation }).navigation

/** The entry `steps` away among this page's own entries. Undefined if the browser does not know them. */
function ownEntry(steps: number): NavigationHistoryEntry | undefined {
  const here = navigation()?.currentEntry?.index
  return here === undefined ? undefined : navigation()?.entries()[here + steps]
}

/**
 * A frame in the page adds entries to the tab's history, for example a bank's pages one after another.
 * `history.go` counts them too. From now on it moves only between entries of this page.
 */
export function limitHistoryToOwnEntries(): void {
  const { history } = window
  const go = history.go.bind(history)
  history.go = (steps = 0) => {
    const entry = ownEntry(steps)
    // A navigation that interrupts this one has its own event.
    if (entry && steps !== 0)
      navigation()
        ?.traverseTo(entry.key)
        .finished?.catch(() => {})
    else go(steps)
  }
}

/** Whether the previous entry is one of this page, so that a step back leads there and no further. */
export const hasOwnPreviousEntry = (): boolean => ownEntry(-1) !== undefined
