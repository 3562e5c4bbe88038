import { Paperclip } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { FilesPanel } from './files-panel.tsx'
import { useRemovedFiles } from './queries.ts'
import { useFileNews } from './use-file-news.ts'
import { useUploads } from './use-uploads.ts'

export const takesFiles = (status: string) => status === 'confirmed' || status === 'completed'

export function FilesButton({ appointmentId, userId }: { appointmentId: string; userId: string }) {
  const { t } = useI18n()
  const { uploads, add } = useUploads(appointmentId, userId)
  return (
    <Dialog
      trigger={
        <Button look="secondary">
          <Paperclip aria-hidden="true" className="size-5" />
          {t('files.title')}
        </Button>
      }
      title={t('files.title')}
      description={t('files.lead')}
      closeLabel={t('dialog.close')}
    >
      <FilesPanel appointmentId={appointmentId} userId={userId} uploads={uploads} onFiles={add} />
      <Live appointmentId={appointmentId} userId={userId} />
    </Dialog>
  )
}

/** While the dialog is open. */
function Live({ appointmentId, userId }: { appointmentId: string; userId: string }) {
  useFileNews({ appointmentId, userId, isOpen: true })
  useRemovedFiles(appointmentId)
  return null
}
