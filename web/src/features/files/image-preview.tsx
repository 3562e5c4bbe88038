import { Image as ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { fetchFile } from '../../lib/data/stored-files.ts'
import { AppError, textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { canShow, imageSizeOf } from './image-size.ts'
import type { SharedFile } from './queries.ts'
import { usePreview } from './use-preview.ts'

/** A JPEG's frame header comes after its metadata, which may contain a thumbnail. */
const MAX_HEADER_BYTES = 1024 * 1024

async function loadImage({ file_path, file_type }: SharedFile) {
  const content = await fetchFile(file_path)
  const header = new Uint8Array(await content.slice(0, MAX_HEADER_BYTES).arrayBuffer())
  const size = imageSizeOf(header)
  if (!canShow(size)) throw new AppError(size ? 'image_too_large' : 'not_an_image')
  return { content: new Blob([content], { type: file_type }), facts: size }
}

/** Shows the image below the file's row, no higher than the window. */
export function ImagePreview({ file, name }: { file: SharedFile; name: string }) {
  const { t } = useI18n()
  const { preview, error } = usePreview(file.file_path, () => loadImage(file))
  const [hasFailed, setHasFailed] = useState(false)
  if (error || hasFailed) {
    const { key } = textOf(error, { image_too_large: 'preview.tooLarge' })
    return (
      <p role="alert" className="text-sm text-danger">
        {t(key === 'preview.tooLarge' ? key : 'preview.failed')}
      </p>
    )
  }
  if (!preview) {
    return (
      <output aria-label={t('preview.loading')}>
        <div className="grid aspect-4/3 max-h-[70dvh] w-full place-items-center rounded-box border border-line bg-line/20 text-muted">
          <ImageIcon aria-hidden="true" strokeWidth={1.5} className="size-8 animate-pulse" />
        </div>
      </output>
    )
  }
  return (
    <img
      src={preview.address}
      alt={name}
      width={preview.facts?.width}
      height={preview.facts?.height}
      onError={() => setHasFailed(true)}
      className="max-h-[70dvh] w-auto max-w-full justify-self-center rounded-box border border-line object-contain"
    />
  )
}
