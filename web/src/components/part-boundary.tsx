import { Component, type ReactNode } from 'react'
import { LoadFailed } from './load-failed.tsx'

interface PartBoundaryProps {
  title: string
  /** Called before the part is rendered again. */
  onRetry?: () => void
  children: ReactNode
}

/** If a part of a page fails, only that part shows the error, and the rest of the page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  readonly retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <LoadFailed title={this.props.title} error={error} onRetry={this.retry} />
  }
}
