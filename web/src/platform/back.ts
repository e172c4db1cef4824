import { type AnyRouter, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { layerDepth } from './layer-depth'
import { leave } from './leave'
import { hasOwnPreviousEntry } from './own-history-entries'

/** Something above the page that has no URL: a payment, a popup, an explanation. */
interface Layer {
  /** The phone's Back: close the layer, or change what it shows. A layer that stays open keeps its entry. */
  onBack(): void
}

/**
 * Keeps as many history entries as there are layers, so that Back always has one to take.
 * One manager per router keeps the two numbers equal. Layers come and go in renders, but history entries
 * change asynchronously. A layer that replaces another takes over its entry.
 */
class LayerEntries {
  private readonly layers: Layer[] = []
  private scheduled = false
  /** The manager itself is going back, over entries whose layer has closed. */
  private travelling = false
  /** The app is going back over all open layers. */
  private leaving = false
  private readonly waiting: (() => void)[] = []
  /** A frame has left history entries behind. On them, Back would seem to do nothing. */
  private littered = false

  constructor(private readonly router: AnyRouter) {
    const history: RouterHistory = router.history
    history.subscribe(({ action }) => {
      const returned = action.type === 'BACK' || action.type === 'GO'
      if (this.travelling) this.travelling = false
      else if (returned) for (const layer of this.layers.slice(this.depth).reverse()) layer.onBack()
      this.leaving = false
      this.schedule()
    })
  }

  open(layer: Layer): () => void {
    this.layers.push(layer)
    this.schedule()
    return () => {
      this.layers.splice(this.layers.indexOf(layer), 1)
      this.schedule()
    }
  }

  /** Moves through the history once no other move is in progress. Two moves at once end at a random entry. */
  move(how: () => void): void {
    if (this.travelling || this.leaving) this.waiting.push(how)
    else how()
  }

  goBack(steps: () => number): void {
    this.move(() => {
      const count = steps()
      // The browser may already be there by now. `history.go(0)` would reload the page.
      if (count <= 0) return
      this.leaving = true
      this.router.history.go(-count)
    })
  }

  /**
   * A frame was removed, and its entries must go too.
   * The layer's own entry is created again, which removes all entries above it.
   */
  dropEntriesOfFrame(): void {
    this.littered = hasOwnPreviousEntry()
    this.schedule()
  }

  private get depth(): number {
    return layerDepth(this.router.history)
  }

  /** Waits for the render of the change to end, because one layer may just be replacing another. */
  private schedule(): void {
    if (this.scheduled) return
    this.scheduled = true
    window.setTimeout(() => {
      this.scheduled = false
      this.reconcile()
    })
  }

  private reconcile(): void {
    if (this.travelling || this.leaving || leave.underWay) return
    const littered = this.littered && this.depth > 0
    this.littered = false
    const missing = littered ? Math.min(this.layers.length - this.depth, -1) : this.layers.length - this.depth
    if (missing < 0) {
      this.travelling = true
      this.router.history.go(missing, { ignoreBlocker: true })
    } else if (missing > 0) {
      this.push(this.depth + 1)
      this.schedule()
    } else {
      this.waiting.shift()?.()
      if (this.waiting.length > 0) this.schedule()
    }
  }

  /** Pushes the same URL and state once more. The page below stays as it is and keeps its scroll position. */
  private push(layers: number): void {
    const here = { to: '.', search: true, hash: true } as const
    void this.router.navigate({
      ...here,
      state: (kept) => ({ ...kept, layers }),
      resetScroll: false,
      ignoreBlocker: true,
    })
  }
}

const managers = new WeakMap<AnyRouter, LayerEntries>()

function managerOf(router: AnyRouter): LayerEntries {
  const manager = managers.get(router) ?? new LayerEntries(router)
  managers.set(router, manager)
  return manager
}

/** Goes somewhere else, even while the entry of a layer that has just closed is still being left. */
export function moveInHistory(router: AnyRouter, how: () => void): void {
  managerOf(router).move(how)
}

/**
 * Goes back over entries of pages and dialogs, and over the entries of layers that are open above them.
 * `steps` is called once no other move is in progress. If it returns 0, nothing happens.
 */
export function goBackOver(router: AnyRouter, steps: () => number): void {
  managerOf(router).goBack(steps)
}

/** While something is open above the page, the browser's Back calls `onBack` and does nothing else. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const router = useRouter()
  const goBack = useEffectEvent(onBack)
  useEffect(() => {
    if (open) return managerOf(router).open({ onBack: () => goBack() })
  }, [open, router])
}

/**
 * Returns a function to call when a frame has loaded its first page.
 * The entries that later pages of the frame add are removed together with the frame.
 */
export function useFrameEntries(): () => void {
  const router = useRouter()
  const length = useRef<number | undefined>(undefined)
  useEffect(
    () => () => {
      if (length.current !== undefined && window.history.length > length.current) managerOf(router).dropEntriesOfFrame()
    },
    [router],
  )
  return () => {
    length.current ??= window.history.length
  }
}
