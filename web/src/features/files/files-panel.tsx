// Files of an appointment: users share files, download them and delete the ones they shared.
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { FileDrop } from '../../components/ui/file-drop.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { CameraButton } from './camera-button.tsx'
import { FileRow } from './file-row.tsx'
import { useFiles, useGuardianNames } from './queries.ts'
import { ACCEPT, takesFiles } from './rules.ts'
import { UploadRow } from './upload-row.tsx'
import type { Uploads } from './use-uploads.ts'

export interface FilesPanelProps {
  appointmentId: string
  userId: string
  /** The appointment's status. */
  status: string
  /** The parent owns the uploads, so that they outlive the panel. */
  uploads: Uploads
  /** Whether guardians act, or acted, for the patient. Each file then shows which guardian shared it. */
  hasGuardians?: boolean
}

export function FilesPanel({ appointmentId, userId, status, uploads, hasGuardians = false }: FilesPanelProps) {
  const { t } = useI18n()
  const [previewedId, setPreviewedId] = useState<string>()
  const { data, error, refetch } = useFiles(appointmentId)
  const names = useGuardianNames(appointmentId, hasGuardians && data?.some(({ uploaded_by }) => uploaded_by !== userId) === true)
  const isOpen = takesFiles(status)
  const closed = t(status === 'pending' ? 'files.notYet' : 'files.closed')
  return (
    <div className="grid grid-cols-1 gap-4">
      {isOpen ? (
        <>
          <FileDrop label={t('files.drop')} hint={t('files.rules')} accept={ACCEPT} onFiles={uploads.add} />
          <CameraButton onFiles={uploads.add} />
        </>
      ) : (
        data?.length !== 0 && <Banner>{closed}</Banner>
      )}
      {uploads.list.length > 0 && (
        <ul className="grid grid-cols-1 gap-2" aria-label={t('files.uploads')}>
          {uploads.list.map((each) => (
            <UploadRow key={each.id} upload={each} onRetry={() => uploads.retry(each.id)} onCancel={() => uploads.cancel(each.id)} />
          ))}
        </ul>
      )}
      {error && !data ? (
        <LoadFailed title={t('files.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowsSkeleton rows={2} />
      ) : data.length === 0 && isOpen ? (
        // There is no button here, because the drop zone above is the action.
        <div className="grid justify-items-center text-center text-sm text-muted">
          <p className="font-medium">{t('files.empty')}</p>
          <p>{t('files.emptyText')}</p>
        </div>
      ) : data.length === 0 ? (
        <EmptyState isInFrame icon={FileText} title={t('files.empty')} text={closed} />
      ) : (
        <ul className="divide-y divide-line" aria-label={t('files.title')}>
          {data.map((each) => (
            <FileRow
              key={each.id}
              file={each}
              isOwn={each.uploaded_by === userId}
              guardian={names.get(each.uploaded_by)}
              appointmentId={appointmentId}
              isPreviewOpen={previewedId === each.id}
              onPreview={(isOpenNow) => setPreviewedId(isOpenNow ? each.id : undefined)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
