import { Component, type ReactNode } from 'react'
import { mendsByReload, reloadForPart } from '#/platform/chunk-guard'
import { reportError } from '#/platform/reporter'

interface BoundaryProps {
  /** Named in the error report. */
  place: string
  fallback(error: unknown, retry: () => void): ReactNode
  children: ReactNode
}

interface BoundaryState {
  error?: unknown
  /** A part is missing, and the page is being loaded anew: nothing is shown in its place. */
  leaving?: boolean
}

/** Keeps a fault in one part from taking the page with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('unknown'), leaving: mendsByReload(error) }
  }

  override componentDidCatch(error: unknown) {
    if (this.state.leaving) reloadForPart()
    else reportError(error, { place: this.props.place })
  }

  retry = () => this.setState({ error: undefined, leaving: false })

  override render() {
    const { error, leaving } = this.state
    if (error === undefined) return this.props.children
    return leaving ? null : this.props.fallback(error, this.retry)
  }
}
