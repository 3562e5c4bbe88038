// The tab with the appointment's files beside a call.
import type { ComponentProps } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { FilesPanel } from './files-panel.tsx'
import { takesFiles } from './rules.ts'

/** The page owns `uploads`, so that they continue while the tab is closed. */
export default function FilesTab(panel: ComponentProps<typeof FilesPanel>) {
  const { t } = useI18n()
  return (
    <>
      <p className="mb-4 text-sm text-muted">{t(takesFiles(panel.status) ? 'files.lead' : 'files.leadOwn')}</p>
      <FilesPanel {...panel} />
    </>
  )
}
