// The files beside a call; above it on a small screen.
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { FilesPanel } from './files-panel.tsx'
import { takesFiles } from './rules.ts'
import type { Uploads } from './use-uploads.ts'

interface FilesSideProps {
  appointmentId: string
  userId: string
  status: string
  /** Held by whoever shows it: they go on while it is closed. */
  uploads: Uploads
  onClose: () => void
}

export function FilesSide({ onClose, ...panel }: FilesSideProps) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      // A question above it takes the key first.
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <aside
      aria-labelledby="files-side"
      className="fixed inset-0 z-40 overflow-y-auto bg-surface p-5 text-ink lg:static lg:z-auto lg:w-[400px] lg:shrink-0 lg:border-s lg:border-line"
    >
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id="files-side" ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {t('files.title')}
        </h2>
        <button
          type="button"
          aria-label={t('files.close')}
          onClick={onClose}
          className="grid size-11 place-items-center rounded-box hover:bg-tint"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <p className="mb-4 text-sm text-muted">{t(takesFiles(panel.status) ? 'files.lead' : 'files.leadOwn')}</p>
      <FilesPanel {...panel} />
    </aside>
  )
}
