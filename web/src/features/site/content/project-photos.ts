// Chosen photos on their way into a project: each is opened, cropped by the user, scaled and stored.
import { useEffect, useReducer, useRef } from 'react'
import { openPicture, type PictureDraft } from '../../../domain/pictures/open-picture.ts'
import { SITE_PHOTO_PIXELS } from '../../../domain/site-photos.ts'
import { storePhoto } from '../store-photo.ts'

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
        const draft = await openPicture(file, PHOTO_ASPECT)
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
      onStored(await storePhoto(draft, SITE_PHOTO_PIXELS, signal, (stored) => change({ id, set: { stored } })))
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
