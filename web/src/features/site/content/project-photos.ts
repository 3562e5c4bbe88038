// Chosen photos on their way into a project: opened, cropped by the reader, scaled and stored.
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
  /** Once it was opened. */
  draft?: PictureDraft
  /** How many of its sizes are stored, while it is on its way. */
  stored?: number | undefined
  error?: unknown
}

type Change = { add: ChosenPhoto[] } | { id: string; set: Partial<ChosenPhoto> } | { remove: string }

function changed(photos: ChosenPhoto[], change: Change) {
  if ('add' in change) return [...photos, ...change.add]
  if ('remove' in change) return photos.filter(({ id }) => id !== change.remove)
  return photos.map((photo) => (photo.id === change.id ? { ...photo, ...change.set } : photo))
}

export function useChosenPhotos(onStored: (path: string) => void) {
  const [photos, change] = useReducer(changed, [])
  const cancelled = useRef(new Set<string>())
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

  async function store({ id, draft }: ChosenPhoto) {
    if (!draft) return
    change({ id, set: { stored: 0, error: undefined } })
    try {
      const path = await storePhoto(
        draft,
        () => cancelled.current.has(id),
        (stored) => change({ id, set: { stored } }),
      )
      // Removed by whoever cancelled it.
      if (!path) return
      onStored(path)
      discard(id)
    } catch (error) {
      change({ id, set: { stored: undefined, error } })
    }
  }

  function discard(id: string) {
    cancelled.current.add(id)
    URL.revokeObjectURL(urls.current.get(id) ?? '')
    urls.current.delete(id)
    change({ remove: id })
  }

  return {
    photos,
    choose,
    /** One after the other, in the order in which they were chosen. */
    storeAll: async () => {
      for (const photo of photos) if (!cancelled.current.has(photo.id) && photo.stored === undefined) await store(photo)
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

/** The name of the stored photo, or undefined if it was cancelled. What is stored of one that failed is removed. */
async function storePhoto({ file, position }: PictureDraft, isCancelled: () => boolean, onProgress: (stored: number) => void) {
  const { scalePicture } = await loadScaling()
  const { type, files } = await scalePicture(file, position, SITE_PHOTO_PIXELS)
  const path = `${crypto.randomUUID()}${type === 'image/jpeg' ? '.jpg' : ''}`
  const objects = PHOTO_SIZES.map((size) => sitePhotoObject(path, size))
  try {
    for (const [stored, size] of PHOTO_SIZES.entries()) {
      if (isCancelled()) break
      await uploadPicture(SITE_PHOTO_BUCKET, sitePhotoObject(path, size), files[size])
      onProgress(stored + 1)
    }
  } catch (error) {
    void removePictures(SITE_PHOTO_BUCKET, objects).catch(() => {})
    throw error
  }
  if (!isCancelled()) return path
  void removePictures(SITE_PHOTO_BUCKET, objects).catch(() => {})
  return undefined
}
