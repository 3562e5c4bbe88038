// The name of somebody whom the pages show, with their photo. A chosen photo is stored when the form is saved.
import { ImageUp, UserRound } from 'lucide-react'
import { type ChangeEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { PersonPortrait } from '../../domain/person-portrait.tsx'
import { CropPosition, CropPreview } from '../../domain/pictures/crop-preview.tsx'
import { PICTURE_ERRORS, PICTURE_TYPES } from '../../domain/pictures/picture-file.ts'
import { usePictureDraft } from '../../domain/pictures/use-picture-draft.ts'
import { PERSON_PHOTO_PIXELS } from '../../domain/site-photos.ts'
import { textOf } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { CHOSEN, MAX_NAME_LENGTH, type NamedPerson } from './people-values.ts'
import { PHOTO_SIZES, storePhoto } from './store-photo.ts'

const ARCH_ASPECT = PERSON_PHOTO_PIXELS.full.width / PERSON_PHOTO_PIXELS.full.height
/** As the portrait of medium size. */
const ARCH_LOOK = 'arch h-17 w-14 lg:h-29 lg:w-24'

/** Returns the name of the stored photo, and undefined if it could not be stored, which the field then shows. */
export type StoreChosenPhoto = () => Promise<string | undefined>

interface PersonFieldProps {
  label: string
  person: NamedPerson
  /** The photo before the changes in this form. */
  storedPhoto: string
  error: string | undefined
  onChange: (change: Partial<NamedPerson>) => void
  store: Ref<StoreChosenPhoto>
}

export function PersonField({ label, person, storedPhoto, error, onChange, store }: PersonFieldProps) {
  const { t } = useI18n()
  const { draft, open, setPosition, discard, error: fault, setError } = usePictureDraft(ARCH_ASPECT)
  const [isOpening, setIsOpening] = useState(false)
  const [upload, setUpload] = useState<{ stored: number; abort: AbortController }>()
  const input = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const problem = fault === undefined ? undefined : textOf(fault, PICTURE_ERRORS)
  const chosen = person.photo === CHOSEN ? draft : undefined
  const photo = person.photo === CHOSEN ? '' : person.photo

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Lets the same file be chosen again.
    target.value = ''
    if (!file) return
    setIsOpening(true)
    if (await open(file)) onChange({ photo: CHOSEN })
    setIsOpening(false)
  }
  function setPhoto(next: string) {
    upload?.abort.abort()
    discard()
    onChange({ photo: next })
    // The pressed button may be gone.
    chooseButton.current?.focus()
  }
  async function storeChosen() {
    if (!draft) return undefined
    const abort = new AbortController()
    setError(undefined)
    setUpload({ stored: 0, abort })
    try {
      const path = await storePhoto(draft, PERSON_PHOTO_PIXELS, abort.signal, (stored) => setUpload({ stored, abort }))
      discard()
      return path
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure)
      return undefined
    } finally {
      setUpload(undefined)
    }
  }
  useImperativeHandle(store, () => storeChosen)

  const ofPerson = <span className="sr-only"> – {label}</span>
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4">
      {chosen && <CropPreview draft={chosen} className={ARCH_LOOK} />}
      {!chosen && (photo || person.name.trim()) && (
        <PersonPortrait name={person.name} photo={photo} alt={t('photo.preview')} size="medium" />
      )}
      {!chosen && !photo && !person.name.trim() && (
        <span className={`grid place-items-center border border-brass bg-tint ${ARCH_LOOK}`}>
          <UserRound aria-hidden="true" strokeWidth={1.5} className="size-6 text-brass" />
        </span>
      )}
      <div className="grid min-w-0 gap-1">
        <TextField
          label={label}
          dir="auto"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={person.name}
          error={error}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <div className="flex flex-wrap items-center gap-x-5">
          {/* Not disabled, because it keeps the focus while a file is opened. */}
          <Button ref={chooseButton} look="text" className="text-sm" onClick={() => !isOpening && !upload && input.current?.click()}>
            <ImageUp aria-hidden="true" className="size-4 shrink-0" />
            <span>
              {t(chosen || photo ? 'site.replacePhoto' : 'photo.choose')}
              {ofPerson}
            </span>
          </Button>
          {person.photo !== storedPhoto && (
            <Button look="text" className="text-sm" onClick={() => setPhoto(storedPhoto)}>
              <span>
                {t('site.undoPhoto')}
                {ofPerson}
              </span>
            </Button>
          )}
          {photo && photo === storedPhoto && (
            <Button look="text" className="text-sm" onClick={() => setPhoto('')}>
              <span>
                {t('site.removePhoto')}
                {ofPerson}
              </span>
            </Button>
          )}
        </div>
        {chosen && !upload && <CropPosition draft={chosen} onChange={setPosition} />}
        {upload && (
          <progress
            aria-label={t('photo.uploading')}
            max={PHOTO_SIZES.length}
            value={upload.stored}
            className="h-1.5 w-full accent-action"
          />
        )}
        <p aria-live="polite" className="text-sm text-muted empty:hidden">
          {isOpening && t('photo.preparing')}
        </p>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {t(problem.key, problem.values)}
          </p>
        )}
      </div>
      <input ref={input} type="file" hidden accept={PICTURE_TYPES.join()} onChange={(event) => void choose(event)} />
    </div>
  )
}
