import { Component, type ReactNode } from 'react'
import { isMissingPart } from '#/platform/chunk-guard'
import { reportError } from '#/platform/reporter'
import { MissingPart } from './MissingPart'

/** While offline: how to request the part at once, and whether that is in progress. */
export interface Offline {
  tryAgain(): void
  busy: boolean
}

interface BoundaryProps {
  /** The place that the error report names. */
  place: string
  /** Called before the children render again. */
  onRetry?(): void
  fallback(error: unknown, retry: () => void, offline?: Offline): ReactNode
  children: ReactNode
}

interface BoundaryState {
  error?: unknown
}

/** An error boundary: keeps an error in one part from taking down the page. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    if (!isMissingPart(error)) this.report(error)
  }

  report = (error: unknown) => reportError(error, { place: this.props.place })

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    const { children, fallback } = this.props
    if (error === undefined) return children
    if (!isMissingPart(error)) return fallback(error, this.retry)
    return (
      <MissingPart
        error={error}
        onRetry={this.retry}
        onGivenUp={() => this.report(error)}
        pending={null}
        offline={(tryAgain, busy) => fallback(error, this.retry, { tryAgain, busy })}
        failed={fallback(error, this.retry)}
      />
    )
  }
}
