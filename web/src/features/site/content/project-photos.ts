// Chosen photos on their way into a project: each is opened, cropped by the user, scaled and stored.
import { useEffect, useReducer, useRef } from 'react'
import { defaultPosition, fileProblem } from '../../../domain/pictures/picture-file.ts'
import { removePictures, uploadPicture } from '../../../domain/pictures/upload-picture.ts'
import type { PictureDraft } from '../../../domain/pictures/use-picture-draft.ts'
import { SITE_PHOTO_BUCKET, SITE_PHOTO_PIXELS, type SitePhotoSize, sitePhotoObject } from '../../../domain/site-photos.ts'
import { AppError } from '../../../lib/errors.ts'

export const PHOTO_SIZES = Object.keys(SITE_PHOTO_PIXELS) as SitePhotoSize[]
const PHOTO_ASPECT = SITE_PHOTO_PIXELS.large.width / SITE_PHOTO_PIXELS.large.height

export interface ChosenPhoto {
  id: string
  name: string
  /** Set once the file has been opened. */
  draft?: PictureDraft
  /** The number of stored sizes during the upload. */
  stored?: number | undefined
  error?: unknown
}

interface Upload {
  abort: AbortController
  isStored: Promise<boolean>
}

type Change = { add: ChosenPhoto[] } | { id: string; set: Partial<ChosenPhoto> } | { remove: string }

function changed(photos: ChosenPhoto[], change: Change) {
  if ('add' in change) return [...photos, ...change.add]
  if ('remove' in change) return photos.filter(({ id }) => id !== change.remove)
  return photos.map((photo) => (photo.id === change.id ? { ...photo, ...change.set } : photo))
}

export function useChosenPhotos(onStored: (path: string) => void) {
  const [photos, change] = useReducer(changed, [])
  const uploads = useRef(new Map<string, Upload>())
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    const { current } = urls
    return () => {
      for (const url of current.values()) URL.revokeObjectURL(url)
    }
  }, [])

  async function choose(files: File[]) {
    const added = files.map((file) => ({ id: crypto.randomUUID(), name: file.name }))
    change({ add: added })
    for (const [place, file] of files.entries()) {
      const id = added[place]?.id ?? ''
      try {
        const draft = await open(file)
        urls.current.set(id, draft.url)
        change({ id, set: { draft } })
      } catch (error) {
        change({ id, set: { error } })
      }
    }
  }

  /** Resolves to false if the photo could not be uploaded. A photo that cannot be used is skipped. */
  async function store({ id, draft, error }: ChosenPhoto) {
    // The upload may have begun, or the photo may have been discarded, while another one was uploading.
    const begun = uploads.current.get(id)
    if (begun) return begun.isStored
    if (!draft) return error !== undefined
    const abort = new AbortController()
    const isStored = upload(id, draft, abort.signal)
    uploads.current.set(id, { abort, isStored })
    return isStored
  }

  async function upload(id: string, draft: PictureDraft, signal: AbortSignal) {
    change({ id, set: { stored: 0, error: undefined } })
    try {
      onStored(await storePhoto(draft, signal, (stored) => change({ id, set: { stored } })))
      discard(id)
      return true
    } catch (error) {
      if (signal.aborted) return true
      uploads.current.delete(id)
      change({ id, set: { stored: undefined, error } })
      return false
    }
  }

  function discard(id: string) {
    const { abort } = uploads.current.get(id) ?? { abort: new AbortController() }
    uploads.current.set(id, { abort, isStored: Promise.resolve(true) })
    abort.abort()
    URL.revokeObjectURL(urls.current.get(id) ?? '')
    urls.current.delete(id)
    change({ remove: id })
  }

  return {
    photos,
    choose,
    /** Uploads the photos one after the other, in the order in which they were chosen. Resolves to whether all of them are stored. */
    storeAll: async () => {
      let areStored = true
      for (const photo of photos) areStored = (await store(photo)) && areStored
      return areStored
    },
    discard,
    setPosition: ({ id, draft }: ChosenPhoto, position: number) => draft && change({ id, set: { draft: { ...draft, position } } }),
  }
}

async function open(file: File): Promise<PictureDraft> {
  const problem = fileProblem(file)
  if (problem) throw new AppError(problem)
  const { measurePicture } = await loadScaling()
  const picture = await measurePicture(file)
  return { file, picture, aspect: PHOTO_ASPECT, url: URL.createObjectURL(file), position: defaultPosition(picture, PHOTO_ASPECT) }
}

async function loadScaling() {
  return import('../../../domain/pictures/scale-picture.ts').catch((cause: unknown) => {
    throw new AppError('unreachable', {}, { cause })
  })
}

/** Returns the name of the stored photo. Removes the stored parts of a photo that failed or was cancelled. */
async function storePhoto({ file, position }: PictureDraft, signal: AbortSignal, onProgress: (stored: number) => void) {
  const cancelled = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new AppError('aborted'))))
  // Prevents an unhandled rejection when nothing waits for this promise any more.
  cancelled.catch(() => {})
  const { scalePicture } = await loadScaling()
  const { type, files } = await scalePicture(file, position, SITE_PHOTO_PIXELS)
  const path = `${crypto.randomUUID()}${type === 'image/jpeg' ? '.jpg' : ''}`
  try {
    for (const [stored, size] of PHOTO_SIZES.entries()) {
      await Promise.race([uploadPicture(SITE_PHOTO_BUCKET, sitePhotoObject(path, size), files[size]), cancelled])
      onProgress(stored + 1)
    }
  } catch (error) {
    const objects = PHOTO_SIZES.map((size) => sitePhotoObject(path, size))
    void removePictures(SITE_PHOTO_BUCKET, objects).catch(() => {})
    throw error
  }
  return path
}
