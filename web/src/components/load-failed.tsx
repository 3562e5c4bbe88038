import { TriangleAlert } from 'lucide-react'
import { textOf } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { Button } from './ui/button.tsx'

interface LoadFailedProps {
  title: string
  error: unknown
  onRetry: () => void
  /** Replaces the text of the error. */
  describe?: (message: string) => string
}

/** Says what could not be loaded and why, with a button to retry. */
export function LoadFailed({ title, error, onRetry, describe = (message) => message }: LoadFailedProps) {
  const { t } = useI18n()
  const { key, values } = textOf(error)
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-box border border-line bg-surface p-4 text-ink sm:p-5">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-4">
        <span className="arch grid w-9 shrink-0 place-items-center bg-danger-tint text-danger">
          <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {/* Uses another text for lost connections, because a part that failed to load contains no typed text. */}
          <p className="max-w-[65ch] text-muted">{describe(t(key === 'error.unreachable' ? 'error.notLoaded' : key, values))}</p>
        </div>
      </div>
      <Button look="secondary" className="max-sm:grow" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </div>
  )
}
