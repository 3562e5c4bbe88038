// The photos of a project: the stored ones in their order, and those being added.
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { FileDrop } from '../../../components/ui/file-drop.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { PICTURE_TYPES } from '../../../domain/pictures/picture-file.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { ChosenPhotoRow } from './chosen-photo-row.tsx'
import { PhotoRow, sitePhotoButtonId } from './photo-row.tsx'
import { MAX_PHOTOS, photosIn, photosText, type SitePhoto } from './photo-values.ts'
import { useChosenPhotos } from './project-photos.ts'

interface PhotosFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
  /** Stores the chosen ones, for an entry that is saved with them. */
  storeChosen: RefObject<StoreChosen | undefined>
}

/** Whether none is missing. */
export type StoreChosen = () => Promise<boolean>

export function PhotosField({ value, error, onChange, storeChosen }: PhotosFieldProps) {
  const { t } = useI18n()
  const photos = photosIn(value)
  const heading = useRef<HTMLHeadingElement>(null)
  const [announced, setAnnounced] = useState('')
  const [wasFull, setWasFull] = useState(false)
  // Photos finish uploading one after the other while the form changes.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (next: SitePhoto[]) => {
    latest.current = photosText(next)
    onChange(latest.current)
  }
  const chosen = useChosenPhotos((path) => change([...photosIn(latest.current), { path, alts: {} }]))
  useImperativeHandle(storeChosen, () => chosen.storeAll)
  const waiting = chosen.photos.filter(({ draft, stored }) => draft && stored === undefined).length
  const isBusy = chosen.photos.some(({ stored }) => stored !== undefined)
  const section = useRef<HTMLElement>(null)
  const isWrong = error !== undefined
  // No element has the list as its value, so the form cannot focus it. An invalid field above it gets the focus first.
  useEffect(() => {
    if (isWrong && !document.activeElement?.matches('[aria-invalid=true]'))
      section.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isWrong])
  const room = MAX_PHOTOS - photos.length - chosen.photos.length

  const choose = (files: File[]) => {
    setWasFull(files.length > room)
    void chosen.choose(files.slice(0, room))
  }
  const move = (photo: SitePhoto, by: -1 | 1) => {
    const place = photos.indexOf(photo) + by
    const others = photos.filter((each) => each !== photo)
    change([...others.slice(0, place), photo, ...others.slice(place)])
    setAnnounced(t('content.photoMovedTo', { place: place + 1, total: photos.length }))
    requestAnimationFrame(() => document.getElementById(sitePhotoButtonId(photo.path, by))?.focus())
  }
  return (
    <section ref={section} aria-labelledby="photos-title" className="grid gap-3 border-t border-line pt-5">
      <div className="grid gap-1">
        <h3 ref={heading} id="photos-title" tabIndex={-1} className="font-semibold outline-none">
          {t('content.photos')}
        </h3>
        <p className="max-w-[70ch] text-sm text-muted">{t('content.photosHint')}</p>
      </div>
      {photos.length > 0 && (
        <ol className="grid gap-3">
          {photos.map((photo, place) => (
            <PhotoRow
              key={photo.path}
              photo={photo}
              number={place + 1}
              total={photos.length}
              isWrong={isWrong}
              onChange={(next) => change(photos.map((each) => (each === photo ? next : each)))}
              onMove={(by) => move(photo, by)}
              onRemove={() => {
                change(photos.filter((each) => each !== photo))
                requestAnimationFrame(() => heading.current?.focus())
              }}
            />
          ))}
        </ol>
      )}
      {chosen.photos.length > 0 && (
        <ul aria-label={t('content.chosenPhotos')} className="grid gap-3">
          {chosen.photos.map((photo) => (
            <ChosenPhotoRow
              key={photo.id}
              photo={photo}
              onPosition={(position) => chosen.setPosition(photo, position)}
              onDiscard={() => {
                chosen.discard(photo.id)
                requestAnimationFrame(() => heading.current?.focus())
              }}
            />
          ))}
        </ul>
      )}
      {(waiting > 0 || isBusy) && (
        <Button
          look="tinted"
          className="justify-self-start max-sm:w-full"
          busyLabel={isBusy && t('content.uploading')}
          onClick={() => void chosen.storeAll().then(() => heading.current?.focus())}
        >
          {t('content.uploadPhotos', { count: waiting })}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {room > 0 ? (
        <FileDrop label={t('content.addPhotos')} hint={t('photo.hint')} accept={PICTURE_TYPES.join()} onFiles={choose} />
      ) : (
        <p className="text-sm text-muted">{t('content.photosFull', { most: MAX_PHOTOS })}</p>
      )}
      {wasFull && <ErrorBanner>{t('content.photosFull', { most: MAX_PHOTOS })}</ErrorBanner>}
      <output className="sr-only">{announced}</output>
      <UnsavedChanges
        // Nobody misses a photo that cannot be used.
        isDirty={chosen.photos.some((photo) => photo.draft || photo.error === undefined)}
        isInPart
        texts={{
          title: t('content.leaveTitle'),
          text: t('content.leaveText'),
          stay: t('unsaved.stay'),
          leave: t('unsaved.leave'),
        }}
      />
    </section>
  )
}
