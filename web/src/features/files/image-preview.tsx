import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { AppError, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { fetchFile } from '../../lib/stored-files.ts'
import { canShow, imageSizeOf } from './image-size.ts'
import type { SharedFile } from './queries.ts'
import { useObjectUrl } from './use-object-url.ts'

/** The frame of a JPEG comes after its metadata, which may contain a small picture. */
const MAX_HEADER_BYTES = 1024 * 1024

async function loadImage({ file_path, file_type }: SharedFile) {
  const content = await fetchFile(file_path)
  const header = new Uint8Array(await content.slice(0, MAX_HEADER_BYTES).arrayBuffer())
  const size = imageSizeOf(header)
  if (!canShow(size)) throw new AppError(size ? 'image_too_large' : 'not_an_image')
  return { content: new Blob([content], { type: file_type }), size }
}

/** Shows the image below the file, no higher than the window. */
export function ImagePreview({ file, name }: { file: SharedFile; name: string }) {
  const { t } = useI18n()
  const { data, error } = useQuery({
    queryKey: ['file preview', file.file_path],
    queryFn: () => loadImage(file),
    // The bytes behind a path never change, and are forgotten when the preview closes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = useObjectUrl(data?.content)
  const [hasFailed, setHasFailed] = useState(false)
  if (error || hasFailed) {
    const { key } = textOf(error, { image_too_large: 'preview.tooLarge' })
    return (
      <p role="alert" className="text-sm text-danger">
        {t(key === 'preview.tooLarge' ? key : 'preview.failed')}
      </p>
    )
  }
  if (!address || !data) {
    return (
      <div role="status" aria-label={t('preview.loading')}>
        <Skeleton className="h-48" />
      </div>
    )
  }
  return (
    <img
      src={address}
      alt={name}
      width={data.size?.width}
      height={data.size?.height}
      onError={() => setHasFailed(true)}
      className="max-h-[70dvh] w-auto max-w-full justify-self-center rounded-box border border-line object-contain"
    />
  )
}
