// A part of a page whose code is loaded when it is first shown. If that fails, only this part says so and can be tried again.
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { AppError } from '../lib/errors.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { PartBoundary } from './part-boundary.tsx'

interface Options {
  /** Says that it could not be loaded. */
  failed?: TextKey
  /** Shown while it is being loaded. Without one the part suspends, and the next `Suspense` around it decides. */
  fallback?: ReactNode
}

/**
 * `preload` loads the code before the part is shown; shown then, it is there at once.
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
  // Kept until somebody tries again or the part is shown anew: a part that loads whenever it is drawn would fail without end.
  const forgetFailure = () => {
    if (!loaded) loading = undefined
  }

  // With a fallback it does not suspend: React waits for 300 ms before it replaces the fallback of something that does.
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
