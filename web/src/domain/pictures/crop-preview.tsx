import { useI18n } from '../../lib/i18n.tsx'
import type { PictureDraft } from './open-picture.ts'
import { freeDirection } from './picture-file.ts'

/** The part of the picture that will be stored, in a frame whose size and outline the caller defines. */
export function CropPreview({ draft: { url, picture, aspect, position }, className }: { draft: PictureDraft; className: string }) {
  const { t } = useI18n()
  const objectPosition = freeDirection(picture, aspect) === 'x' ? `${position}% 50%` : `50% ${position}%`
  return (
    <span className={`shrink-0 overflow-hidden border border-brass bg-white ${className}`}>
      <img src={url} alt={t('photo.preview')} className="size-full object-cover" style={{ objectPosition, aspectRatio: aspect }} />
    </span>
  )
}

interface CropPositionProps {
  draft: PictureDraft
  onChange: (position: number) => void
}

export function CropPosition({ draft, onChange }: CropPositionProps) {
  const { t } = useI18n()
  return (
    <label className="grid gap-1">
      <span className="font-medium">{t('photo.position')}</span>
      {/* Left to right in every language, because pictures are not mirrored. */}
      <input
        type="range"
        dir="ltr"
        min={0}
        max={100}
        value={draft.position}
        className="min-h-11 w-full accent-action"
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}
