// Shows a PDF in the browser's own viewer. Decision 0080 says why we do not ship a viewer.
import { ExternalLink } from 'lucide-react'
import { buttonLook } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { fetchFile } from '../../lib/data/stored-files.ts'
import { useI18n } from '../../lib/i18n.tsx'
import type { SharedFile } from './queries.ts'
import { usePreview } from './use-preview.ts'

/** Forces the type PDF, so that an uploaded HTML page or script is never run but shown as a broken PDF. */
const loadPdf = async ({ file_path }: SharedFile) => ({
  content: new Blob([await fetchFile(file_path)], { type: 'application/pdf' }),
  facts: undefined,
})

/** Placeholder that looks like a page of text, as high as the viewer. */
function PageSkeleton() {
  return (
    <div className="h-[70dvh] overflow-hidden rounded-box border border-line bg-line/20 px-[10%] py-6">
      <div className="grid min-h-full content-start gap-2 bg-surface p-6">
        <Skeleton className="mb-3 h-6 w-1/2" />
        {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines never change
          <Skeleton key={line} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}

export function PdfPreview({ file, name }: { file: SharedFile; name: string }) {
  const { t } = useI18n()
  const { preview, error } = usePreview(file.file_path, () => loadPdf(file))
  if (error) {
    return (
      <p role="alert" className="text-sm text-danger">
        {t('preview.failed')}
      </p>
    )
  }
  if (!preview) {
    return (
      <output aria-label={t('preview.loading')}>
        <div className="grid gap-2">
          {navigator.pdfViewerEnabled && <PageSkeleton />}
          <div className="flex h-11 items-center">
            <Skeleton className="h-6 w-40" />
          </div>
        </div>
      </output>
    )
  }
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {navigator.pdfViewerEnabled ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the browser's viewer stays empty in a sandbox
        <iframe
          src={preview.address}
          title={t('preview.pages', { fileName: name })}
          className="h-[70dvh] w-full rounded-box border border-line"
        />
      ) : (
        <p className="text-sm text-muted">{t('preview.noViewer')}</p>
      )}
      <a href={preview.address} target="_blank" rel="noopener" className={buttonLook('quiet', '-ms-5')}>
        <ExternalLink aria-hidden="true" className="mirrored size-5" />
        {t('preview.newTab')}
      </a>
    </div>
  )
}
