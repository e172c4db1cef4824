import { Component, type ReactNode } from 'react'
import { reportError } from '#/platform/reporter'

interface BoundaryProps {
  /** Named in the error report. */
  place: string
  fallback(error: unknown, retry: () => void): ReactNode
  children: ReactNode
}

/** Keeps a fault in one part from taking the page with it. */
export class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override componentDidCatch(error: unknown) {
    reportError(error, { place: this.props.place })
  }

  retry = () => this.setState({ error: undefined })

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error, this.retry)
  }
}
