import { RotateCw, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { formatPercent } from '../../lib/numbers.ts'
// Loaded with the list, because a running upload may need this module while offline.
import './send-file.ts'
import type { Upload } from './upload-queue.ts'
import { uploadReason } from './use-uploads.ts'

const PROGRESS = { uploading: 'files.progress', reconnecting: 'files.reconnecting' } as const

interface UploadRowProps {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}

export function UploadRow({ upload: { name, state, share, error }, onRetry, onCancel }: UploadRowProps) {
  const { t, language } = useI18n()
  const label = useId()
  const hasFailed = state === 'failed'
  return (
    <li className="grid grid-cols-1 gap-1 rounded-box border border-line p-3">
      <div className="flex items-center justify-between gap-3">
        <span id={label} dir="auto" className="line-clamp-2 wrap-anywhere">
          {name}
        </span>
        <button
          type="button"
          aria-label={t(hasFailed ? 'files.discard' : 'files.cancel', { fileName: name })}
          className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
          onClick={onCancel}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {hasFailed ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-sm text-danger">{uploadReason(error, t)}</p>
          <Button look="secondary" aria-describedby={label} onClick={onRetry}>
            <RotateCw aria-hidden="true" className="size-4" />
            {t('error.retry')}
          </Button>
        </div>
      ) : (
        <>
          <progress aria-labelledby={label} max={1} value={share} className="h-1.5 w-full accent-action" />
          <span className="text-sm text-muted">
            {state === 'waiting' ? t('files.waiting') : t(PROGRESS[state], { percent: formatPercent(share, language) })}
          </span>
        </>
      )}
    </li>
  )
}
