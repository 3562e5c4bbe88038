// Choosing, cropping, saving and removing a doctor's photo. The code that scales pictures is loaded when a file is chosen.

import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { Portrait } from '../../../domain/portrait.tsx'
import { AppError, textOf } from '../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { CropPreview, type Draft } from './crop-preview.tsx'
import { defaultPosition, fileProblem, PHOTO_ERRORS, PHOTO_TYPES } from './photo-file.ts'
import { type PhotoDoctor, useSavePhoto } from './queries.ts'
import { RemovePhoto } from './remove-photo.tsx'

export function PhotoForm({ doctor }: { doctor: PhotoDoctor }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const { draft, open, setPosition, discard, error, setError } = useDraft()
  const [phase, setPhase] = useState<TextKey>()
  const { mutateAsync: save } = useSavePhoto(doctor)

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    // So that the same file can be chosen again.
    event.target.value = ''
    if (!file) return
    setPhase('photo.preparing')
    await open(file)
    setPhase(undefined)
  }
  const submit = async ({ file, position }: Draft) => {
    setError(undefined)
    try {
      setPhase('photo.preparing')
      const { scalePhoto } = await import('./scale-photo.ts')
      const photos = await scalePhoto(file, position)
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
  const problem = error === undefined ? undefined : textOf(error, PHOTO_ERRORS)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {draft ? <CropPreview draft={draft} /> : <Portrait doctor={doctor} size="large" />}
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
              // Not disabled, because it keeps the focus while a file is opened and gets it after saving.
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
      <input ref={input} type="file" hidden accept={PHOTO_TYPES.join()} onChange={(event) => void choose(event)} />
      <UnsavedChanges isDirty={draft !== undefined} />
    </div>
  )
}

/** The chosen file until it is saved, and what was wrong with the last one. */
function useDraft() {
  const [draft, setDraft] = useState<Draft>()
  const [error, setError] = useState<unknown>()
  const url = draft?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  const open = async (file: File) => {
    setError(undefined)
    try {
      const problem = fileProblem(file)
      if (problem) throw new AppError(problem)
      const { measurePhoto } = await import('./scale-photo.ts')
      const picture = await measurePhoto(file)
      setDraft({ file, picture, url: URL.createObjectURL(file), position: defaultPosition(picture) })
    } catch (failure) {
      setError(failure)
    }
  }
  const setPosition = (position: number) => setDraft((before) => before && { ...before, position })
  const discard = () => {
    setDraft(undefined)
    setError(undefined)
  }
  return { draft, open, setPosition, discard, error, setError }
}

function CropPosition({ draft, onChange }: { draft: Draft; onChange: (position: number) => void }) {
  const { t } = useI18n()
  return (
    <label className="grid gap-1">
      <span className="font-medium">{t('photo.position')}</span>
      {/* Left to right in every language, as the picture is. */}
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
