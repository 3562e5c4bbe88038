import { X } from 'lucide-react'
import { useId } from 'react'
import { CropPosition, CropPreview } from '../../../domain/pictures/crop-preview.tsx'
import { PICTURE_ERRORS } from '../../../domain/pictures/picture-file.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { PHOTO_SIZES } from '../store-photo.ts'
import type { ChosenPhoto } from './project-photos.ts'

interface ChosenPhotoRowProps {
  photo: ChosenPhoto
  onPosition: (position: number) => void
  onDiscard: () => void
}

/** A photo that is not stored yet. It can be cropped, or it is being uploaded, or it cannot be used. */
export function ChosenPhotoRow({ photo: { name, draft, stored, error }, onPosition, onDiscard }: ChosenPhotoRowProps) {
  const { t } = useI18n()
  const label = useId()
  const problem = error === undefined ? undefined : textOf(error, PICTURE_ERRORS)
  return (
    <li className="grid grid-cols-1 gap-2 rounded-box border border-line p-3">
      <div className="flex items-center justify-between gap-3">
        <span id={label} dir="auto" className="line-clamp-2 text-sm wrap-anywhere">
          {name}
        </span>
        <button
          type="button"
          aria-label={t(stored === undefined ? 'content.discardPhoto' : 'content.cancelPhoto', { fileName: name })}
          className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
          onClick={onDiscard}
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      {draft && (
        <div className="grid items-center gap-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4">
          <CropPreview draft={draft} className="aspect-[3/2] w-full max-w-60 rounded-lg" />
          {stored === undefined ? (
            <CropPosition draft={draft} onChange={onPosition} />
          ) : (
            <progress aria-labelledby={label} max={PHOTO_SIZES.length} value={stored} className="h-1.5 w-full accent-action" />
          )}
        </div>
      )}
      {!draft && !problem && <p className="text-sm text-muted">{t('photo.preparing')}</p>}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {t(problem.key, problem.values)}
        </p>
      )}
    </li>
  )
}
