import { textOf } from '../lib/errors.ts'
import { useI18n } from '../lib/i18n.tsx'
import { Banner } from './ui/banner.tsx'
import { Button } from './ui/button.tsx'

interface LoadFailedProps {
  title: string
  error: unknown
  onRetry: () => void
  /** Replaces the text of the error. */
  describe?: (message: string) => string
}

/** Says what could not be loaded and why, and offers to retry. */
export function LoadFailed({ title, error, onRetry, describe = (message) => message }: LoadFailedProps) {
  const { t } = useI18n()
  const { key, values } = textOf(error)
  return (
    <Banner tone="danger" role="alert">
      <p className="font-medium">{title}</p>
      <p className="mt-1">{describe(t(key, values))}</p>
      <Button look="secondary" className="mt-3" onClick={onRetry}>
        {t('error.retry')}
      </Button>
    </Banner>
  )
}
