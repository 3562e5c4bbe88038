// The pages of a PDF, in the viewer that the browser has. Decision 0080 says why not in one of ours.
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { buttonLook } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { fetchFile } from '../../lib/stored-files.ts'
import type { SharedFile } from './queries.ts'
import { useObjectUrl } from './use-object-url.ts'

/** Always as a PDF, whatever the bytes are: a page or a script would be shown as a broken PDF. */
const loadPdf = async ({ file_path }: SharedFile) => new Blob([await fetchFile(file_path)], { type: 'application/pdf' })

export function PdfPreview({ file, name }: { file: SharedFile; name: string }) {
  const { t } = useI18n()
  const { data, error } = useQuery({
    queryKey: ['file preview', file.file_path],
    queryFn: () => loadPdf(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = useObjectUrl(data)
  if (error) {
    return (
      <p role="alert" className="text-sm text-danger">
        {t('preview.failed')}
      </p>
    )
  }
  if (!address) {
    return (
      <div role="status" aria-label={t('preview.loading')}>
        <Skeleton className="h-48" />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {navigator.pdfViewerEnabled ? (
        <iframe src={address} title={t('preview.pages', { fileName: name })} className="h-[70dvh] w-full rounded-box border border-line" />
      ) : (
        <p className="text-sm text-muted">{t('preview.noViewer')}</p>
      )}
      <a href={address} target="_blank" rel="noopener" className={buttonLook('quiet', '-ms-5')}>
        <ExternalLink aria-hidden="true" className="mirrored size-5" />
        {t('preview.newTab')}
      </a>
    </div>
  )
}
