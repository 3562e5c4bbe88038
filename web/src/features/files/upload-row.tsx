import { X } from 'lucide-react'
import { useId } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { formatPercent } from '../../lib/numbers.ts'
import type { Uploading } from './use-uploads.ts'

export function UploadRow({ upload: { name, share, cancel } }: { upload: Uploading }) {
  const { t, language } = useI18n()
  const label = useId()
  const percent = formatPercent(share ?? 0, language)
  return (
    <li className="grid grid-cols-1 gap-1 rounded-box border border-line p-3">
      <div className="flex items-center justify-between gap-3">
        <span id={label} dir="auto" className="truncate">
          {name}
        </span>
        <button
          type="button"
          aria-label={t('files.cancel', { fileName: name })}
          className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
          onClick={cancel}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <progress aria-labelledby={label} max={1} value={share ?? 0} className="h-1.5 w-full accent-action" />
      <span className="text-sm text-muted">{share === undefined ? t('files.waiting') : t('files.progress', { percent })}</span>
    </li>
  )
}
