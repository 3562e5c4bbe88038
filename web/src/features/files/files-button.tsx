import { Paperclip } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { takesFiles } from './rules.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useUploads } from './use-uploads.ts'

const FilesDialog = lazyPart(() => import('./files-dialog.tsx'))

/** Placeholder for the drop zone and the first rows below it. */
function FilesSkeleton({ isOpen }: { isOpen: boolean }) {
  return (
    <div aria-hidden="true" className="grid gap-4">
      {isOpen && (
        <div className="grid h-40 place-content-center justify-items-center gap-2 rounded-box border-2 border-dashed border-line">
          <Skeleton className="size-6" />
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-5 w-52" />
        </div>
      )}
      <RowsSkeleton rows={2} />
    </div>
  )
}

interface FilesButtonProps {
  appointmentId: string
  userId: string
  status: string
  hasGuardians?: boolean
}

export function FilesButton({ appointmentId, userId, status, hasGuardians = false }: FilesButtonProps) {
  const { t } = useI18n()
  const uploads = useUploads(appointmentId, userId)
  return (
    <>
      <UnfinishedUploads uploads={uploads} />
      <Dialog
        trigger={
          <Button look="secondary">
            <Paperclip aria-hidden="true" className="size-5" />
            {t('files.title')}
          </Button>
        }
        title={t('files.title')}
        description={t(takesFiles(status) ? 'files.lead' : 'files.leadOwn')}
        closeLabel={t('dialog.close')}
      >
        <Suspense fallback={<FilesSkeleton isOpen={takesFiles(status)} />}>
          <FilesDialog {...{ appointmentId, userId, status, uploads, hasGuardians }} />
        </Suspense>
      </Dialog>
    </>
  )
}
