import { type AnyRouter, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { layerDepth } from './layer-depth'
import { leave } from './leave'
import { canGoBackAlone } from './own-entries'

/** Something above the page that no address asks for: a payment, a popup, an explanation. */
interface Layer {
  /** The phone's Back: close, or change to what is shown instead. What stays open keeps its entry. */
  onBack(): void
}

/**
 * As many entries of the history as there are layers, so that Back always has one to take. One manager per router keeps
 * the two equal: layers come and go in renders, entries asynchronously, and a layer that takes the place of another
 * takes its entry over.
 */
class LayerEntries {
  private readonly layers: Layer[] = []
  private scheduled = false
  /** On the way back by our own hand, over entries whose layer has closed. */
  private travelling = false
  /** On the way back over whatever is open. */
  private leaving = false
  private readonly waiting: (() => void)[] = []
  /** A frame has left entries behind, at which Back would seem to do nothing. */
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

  /** Moves through the history once no other move is under way: where two at once end, nobody can say. */
  move(how: () => void): void {
    if (this.travelling || this.leaving) this.waiting.push(how)
    else how()
  }

  goBack(steps: () => number): void {
    this.move(() => {
      const count = steps()
      // By now the browser may be there already: to go no step would load the page anew.
      if (count <= 0) return
      this.leaving = true
      this.router.history.go(-count)
    })
  }

  /** A frame is gone: its entries go, too. The layer's own entry is made anew, which removes all that lay above it. */
  dropEntriesOfFrame(): void {
    this.littered = canGoBackAlone()
    this.schedule()
  }

  private get depth(): number {
    return layerDepth(this.router.history)
  }

  /** After the render that a change belongs to: one layer may just be giving way to the next. */
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

  /** The same address and state once more; the page below stays as it is, and where it is scrolled to. */
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

/** Goes somewhere else, also when a layer has just closed whose entry is still being left. */
export function moveInHistory(router: AnyRouter, how: () => void): void {
  managerOf(router).move(how)
}

/**
 * Goes back over entries of pages and dialogs, and over those of the layers that are open above them. How many `steps` it
 * is, is asked once no other move is under way; with none left nothing happens.
 */
export function goBackOver(router: AnyRouter, steps: () => number): void {
  managerOf(router).goBack(steps)
}

/** While something is open above the page, the browser's Back does `onBack` and nothing else. */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const router = useRouter()
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (open) return managerOf(router).open({ onBack: () => latest.current() })
  }, [open, router])
}

/** Answers what to call when a frame has loaded its first page: the entries that its later pages add go when it does. */
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
