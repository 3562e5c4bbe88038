// A part of a page whose code is loaded when it is first shown. If that fails, only this part says so, and the rest of the page stays.
import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { AppError } from '../lib/errors.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { LoadFailed } from './load-failed.tsx'

interface Texts {
  /** Says that it could not be loaded. */
  failed: TextKey
  /** Shown while it is being loaded. */
  fallback: ReactNode
}

/**
 * @example const NotesTab = lazyPart(loadNotes, { failed: 'doctorPanel.loadFailed', fallback: <Skeleton className="h-96" /> })
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, { failed, fallback }: Texts) {
  // React remembers that a lazy component failed, so the next attempt, by button or when it is shown again, has a new one.
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(() =>
      load().catch((cause: unknown) => {
        next = attempt()
        throw new AppError('unreachable', {}, { cause })
      }),
    )
  let next = attempt()
  return function LazyPart(props: Props) {
    const { t } = useI18n()
    const [Part, setPart] = useState(() => next)
    return (
      <Boundary title={t(failed)} onRetry={() => setPart(() => next)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  title: string
  onRetry: () => void
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  readonly retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : <LoadFailed title={this.props.title} error={error} onRetry={this.retry} />
  }
}
