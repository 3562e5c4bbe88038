// A part of a page whose code is loaded when it is first shown. If that fails, only this part says so, and the rest of the page stays.
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { AppError } from '../lib/errors.ts'
import { type TextKey, useI18n } from '../lib/i18n.tsx'
import { LoadFailed } from './load-failed.tsx'
import { PartBoundary } from './part-boundary.tsx'

interface Texts {
  /** Says that it could not be loaded. */
  failed: TextKey
  /** Shown while it is being loaded. */
  fallback: ReactNode
}

/**
 * `preload` loads the code before the part is shown; shown then, it is there at once. Not `lazy`: that suspends even if the code is
 * loaded, and React waits for 300 ms before it replaces a fallback.
 * @example const NotesTab = lazyPart(loadNotes, { failed: 'doctorPanel.loadFailed', fallback: <Skeleton className="h-96" /> })
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>, { failed, fallback }: Texts) {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    loaded ??= (await load()).default
    return loaded
  }
  function LazyPart(props: Props) {
    const { t } = useI18n()
    const [Part, setPart] = useState(() => loaded)
    const [error, setError] = useState<AppError>()
    useEffect(() => {
      if (Part || error) return
      loadPart().then(
        (part) => setPart(() => part),
        (cause: unknown) => setError(new AppError('unreachable', {}, { cause })),
      )
    }, [Part, error])
    if (error) return <LoadFailed title={t(failed)} error={error} onRetry={() => setError(undefined)} />
    if (!Part) return fallback
    return (
      <PartBoundary title={t(failed)}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Object.assign(LazyPart, { preload: () => void loadPart().catch(() => {}) })
}
