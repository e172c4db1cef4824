import { type AnyRouter, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { layerDepth } from './layer-depth'
import { leave } from './leave'

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
  /** On the way back by our own hand. */
  private travelling = false

  constructor(private readonly router: AnyRouter) {
    const history: RouterHistory = router.history
    history.subscribe(({ action }) => {
      const returned = action.type === 'BACK' || action.type === 'GO'
      if (this.travelling) this.travelling = false
      else if (returned) for (const layer of this.layers.slice(this.depth).reverse()) layer.onBack()
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
    if (this.travelling || leave.underWay) return
    const missing = this.layers.length - this.depth
    if (missing < 0) {
      this.travelling = true
      this.router.history.go(missing, { ignoreBlocker: true })
    } else if (missing > 0) {
      this.push(this.depth + 1)
      this.schedule()
    }
  }

  /** The same address once more; the page below stays as it is, and where it is scrolled to. */
  private push(layers: number): void {
    const here = { to: '.', search: true, hash: true } as const
    void this.router.navigate({ ...here, state: { layers }, resetScroll: false, ignoreBlocker: true })
  }
}

const managers = new WeakMap<AnyRouter, LayerEntries>()

function managerOf(router: AnyRouter): LayerEntries {
  const manager = managers.get(router) ?? new LayerEntries(router)
  managers.set(router, manager)
  return manager
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
