import { useI18n } from '../../../lib/i18n.tsx'
import { freeDirection, type PictureSize } from './photo-file.ts'

export interface Draft {
  file: File
  picture: PictureSize
  /** Of the file, for the preview. */
  url: string
  /** Of the crop, in per cent of the free direction. */
  position: number
}

/** The part of the picture that will be stored. */
export function CropPreview({ draft: { url, picture, position } }: { draft: Draft }) {
  const { t } = useI18n()
  const objectPosition = freeDirection(picture) === 'x' ? `${position}% 50%` : `50% ${position}%`
  return (
    <span className="arch h-34 w-28 shrink-0 overflow-hidden border border-brass bg-white">
      <img src={url} alt={t('photo.preview')} width={112} height={136} className="size-full object-cover" style={{ objectPosition }} />
    </span>
  )
}
