import { useMutation } from '@tanstack/react-query'
import { Download, ScanEye, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from '../../components/toaster.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { fetchFile } from '../../lib/data/stored-files.ts'
import { safeName } from '../../lib/file-names.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { formatMoment } from '../../lib/time/dates.ts'
import { browserZone } from '../../lib/time/zones.ts'
import { ImagePreview } from './image-preview.tsx'
import { PdfPreview } from './pdf-preview.tsx'
import { previewOf } from './previews.ts'
import { deleteFile, type SharedFile } from './queries.ts'
import { useRefreshFiles } from './refresh.ts'
import { sizeText } from './rules.ts'

interface FileRowProps {
  file: SharedFile
  isOwn: boolean
  /** The name of the guardian who shared it, if one did. */
  guardian: string | undefined
  appointmentId: string
  /** Only one file at a time has an open preview, which bounds memory. */
  isPreviewOpen: boolean
  onPreview: (isOpen: boolean) => void
}

export function FileRow({ file, isOwn, guardian, appointmentId, isPreviewOpen, onPreview }: FileRowProps) {
  const { t, language } = useI18n()
  const previewId = useId()
  const preview = previewOf(file)
  const name = safeName(file.file_name, file.file_type)
  const fail = () => toast.error(t('files.errorTitle'), { description: t('files.failed') })
  const taking = useMutation({
    mutationFn: async () => saveFile(await fetchFile(file.file_path), name),
    onError: fail,
  })
  return (
    <li className="grid grid-cols-1 gap-3 py-3">
      {/* On phones the name takes the whole width. The buttons are below it, beside the file's details. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <p dir="auto" className="line-clamp-3 font-medium wrap-anywhere max-sm:col-span-2 rtl:text-right">
          {name}
        </p>
        <p className="text-sm text-muted max-sm:row-start-2">
          {t('files.facts', {
            size: sizeText(file.file_size, language),
            who: isOwn ? t('files.you') : guardian ? `\u2068${guardian}\u2069` : t('files.other'),
            moment: formatMoment(file.uploaded_at, browserZone(), language),
          })}
        </p>
        <div className="flex shrink-0 gap-1 max-sm:row-start-2 max-sm:-me-3 sm:col-start-2 sm:row-span-2 sm:row-start-1">
          {preview && (
            <button
              type="button"
              aria-label={t('preview.show', { fileName: name })}
              aria-expanded={isPreviewOpen}
              aria-controls={previewId}
              className="grid size-11 place-items-center rounded-box hover:bg-tint aria-expanded:bg-tint"
              onClick={() => onPreview(!isPreviewOpen)}
            >
              <ScanEye aria-hidden="true" className="size-5" />
            </button>
          )}
          <button
            type="button"
            aria-label={t('files.download', { fileName: name })}
            aria-busy={taking.isPending}
            disabled={taking.isPending}
            className="grid size-11 place-items-center rounded-box hover:bg-tint disabled:opacity-55"
            onClick={() => taking.mutate()}
          >
            <Download aria-hidden="true" className="size-5" />
          </button>
          {isOwn && <RemoveButton file={file} name={name} appointmentId={appointmentId} onError={fail} />}
        </div>
      </div>
      <div id={previewId} className="grid grid-cols-1 empty:hidden">
        {isPreviewOpen && (preview === 'pdf' ? <PdfPreview file={file} name={name} /> : <ImagePreview file={file} name={name} />)}
      </div>
    </li>
  )
}

interface RemoveButtonProps {
  file: SharedFile
  name: string
  appointmentId: string
  onError: () => void
}

function RemoveButton({ file, name, appointmentId, onError }: RemoveButtonProps) {
  const { t } = useI18n()
  const refresh = useRefreshFiles(appointmentId)
  const [isOpen, setIsOpen] = useState(false)
  const removing = useMutation({
    mutationFn: () => deleteFile(file),
    onSuccess: () => {
      setIsOpen(false)
      toast.success(t('files.deleted'), { description: name })
    },
    onError,
    onSettled: () => void refresh(),
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button
          type="button"
          aria-label={t('files.delete', { fileName: name })}
          className="grid size-11 place-items-center rounded-box hover:bg-tint"
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
      }
      title={t('files.deleteTitle')}
      description={t('files.deleteText', { fileName: name })}
      no={t('files.deleteNo')}
      yes={t('files.deleteYes')}
      onYes={() => removing.mutate()}
      busyLabel={removing.isPending && t('files.deleting')}
    />
  )
}
