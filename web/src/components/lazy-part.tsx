// A part of a page whose code is loaded when it is first shown. If loading fails, only this part reports it, and can be retried.
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { AppError } from '../lib/errors.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { PartBoundary } from './part-boundary.tsx'

interface Options {
  /** The text for a failure to load. */
  failed?: TextKey
  /** Shown while the part is loading. Without a fallback the part suspends, and the next `Suspense` around it decides. */
  fallback?: ReactNode
}

/**
 * `preload` loads the code before the part is shown, so that the part then appears at once.
 * @example const NotesTab = lazyPart(loadNotes, { failed: 'doctorPanel.loadFailed', fallback: <Skeleton className="h-96" /> })
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { failed = 'fault.title', fallback }: Options = {},
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadPart = () => {
    loading ??= load().then(
      (module) => (loaded = module.default),
      (cause: unknown) => {
        throw new AppError('unreachable', {}, { cause })
      },
    )
    return loading
  }
  // The failure is kept until a retry or a new mount. A part that loads at every render would fail endlessly.
  const forgetFailure = () => {
    if (!loaded) loading = undefined
  }

  // A part with a fallback does not suspend, because React waits 300 ms before it replaces the fallback of a suspended part.
  function Waiting(props: Props) {
    const [{ error }, setResult] = useState<{ error?: unknown }>({})
    useEffect(() => {
      if (!loaded)
        loadPart().then(
          () => setResult({}),
          (cause: unknown) => setResult({ error: cause }),
        )
    }, [])
    if (error) throw error
    const Part = loaded
    return Part ? <Part {...props} /> : fallback
  }

  function Suspending(props: Props) {
    const Part = loaded ?? use(loadPart())
    return <Part {...props} />
  }

  function LazyPart(props: Props) {
    const { t } = useI18n()
    useEffect(() => forgetFailure, [])
    return (
      <PartBoundary title={t(failed)} onRetry={forgetFailure}>
        {fallback === undefined ? (
          <Suspending {...props} />
        ) : (
          <Suspense fallback={fallback}>
            <Waiting {...props} />
          </Suspense>
        )}
      </PartBoundary>
    )
  }
  return Object.assign(LazyPart, { preload: () => void loadPart().catch(forgetFailure) })
}
