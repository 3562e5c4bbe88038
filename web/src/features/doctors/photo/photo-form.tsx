// Choosing, cropping, saving and removing a doctor's photo. The code that scales pictures is loaded when a file is chosen.
import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { useSectionMark } from '../../../components/ui/section-marks.ts'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { PHOTO_PIXELS } from '../../../domain/photos.ts'
import { CropPosition, CropPreview } from '../../../domain/pictures/crop-preview.tsx'
import type { PictureDraft } from '../../../domain/pictures/open-picture.ts'
import { PICTURE_ERRORS, PICTURE_TYPES } from '../../../domain/pictures/picture-file.ts'
import { usePictureDraft } from '../../../domain/pictures/use-picture-draft.ts'
import { Portrait } from '../../../domain/portrait.tsx'
import { textOf } from '../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { type PhotoDoctor, useSavePhoto } from './queries.ts'
import { RemovePhoto } from './remove-photo.tsx'

const ARCH = PHOTO_PIXELS.full.width / PHOTO_PIXELS.full.height
const SIZES = { ...PHOTO_PIXELS, share: { ...PHOTO_PIXELS.share, type: 'image/jpeg' as const } }

export function PhotoForm({ doctor }: { doctor: PhotoDoctor }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { draft, open, setPosition, discard, error, setError } = usePictureDraft(ARCH)
  const [phase, setPhase] = useState<TextKey>()
  const { mutateAsync: save } = useSavePhoto(doctor)

  useSectionMark('wrong', error !== undefined)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // Lets the same file be chosen again.
    event.target.value = ''
    if (!file) return
    setPhase('photo.preparing')
    await open(file)
    setPhase(undefined)
  }
  const submit = async ({ file, position }: PictureDraft) => {
    setError(undefined)
    try {
      setPhase('photo.preparing')
      const { scalePicture } = await import('../../../domain/pictures/scale-picture.ts')
      const photos = await scalePicture(file, position, SIZES)
      setPhase('photo.uploading')
      await save(photos)
    } catch (failure) {
      setError(failure)
      return
    } finally {
      setPhase(undefined)
      chooseButton.current?.focus()
    }
    discard()
    toast.success(t('photo.saved'))
  }
  const isBusy = phase !== undefined
  const problem = error === undefined ? undefined : textOf(error, PICTURE_ERRORS)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {draft ? <CropPreview draft={draft} className="arch h-34 w-28" /> : <Portrait doctor={doctor} size="large" />}
        <div className="grid min-w-0 flex-1 basis-56 gap-3">
          {draft && <CropPosition draft={draft} onChange={setPosition} />}
          <p className="text-sm text-muted">{t('photo.hint')}</p>
          <div className="flex flex-wrap gap-3">
            {draft && (
              <Button busyLabel={isBusy && t(phase)} onClick={() => void submit(draft)}>
                {t('photo.save')}
              </Button>
            )}
            <Button
              ref={chooseButton}
              look="secondary"
              // Not disabled, because the button keeps the focus while a file is opened, and gets it after saving.
              aria-disabled={isBusy}
              onClick={() => !isBusy && input.current?.click()}
            >
              <ImageUp aria-hidden="true" className="size-4" />
              {t(draft || doctor.photo_path ? 'photo.replace' : 'photo.choose')}
            </Button>
            {draft && (
              <Button look="quiet" disabled={isBusy} onClick={discard}>
                {t('photo.cancel')}
              </Button>
            )}
            {!draft && doctor.photo_path && <RemovePhoto doctor={doctor} returnFocus={() => chooseButton.current?.focus()} />}
          </div>
          <p aria-live="polite" className={draft ? 'sr-only' : 'min-h-5 text-sm text-muted'}>
            {phase && t(phase)}
          </p>
        </div>
      </div>
      {problem && <ErrorBanner>{t(problem.key, problem.values)}</ErrorBanner>}
      <input ref={input} type="file" hidden accept={PICTURE_TYPES.join()} onChange={(event) => void choose(event)} />
      <UnsavedChanges isDirty={draft !== undefined} />
    </div>
  )
}
