import { useEffect, useState } from 'react'
import { openPicture, type PictureDraft } from './open-picture.ts'

/** The chosen file until it is saved, and the error of the last file. */
export function usePictureDraft(aspect: number) {
  const [draft, setDraft] = useState<PictureDraft>()
  const [error, setError] = useState<unknown>()
  const url = draft?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  /** Resolves to whether the file can be used. */
  const open = async (file: File) => {
    setError(undefined)
    try {
      setDraft(await openPicture(file, aspect))
      return true
    } catch (failure) {
      setError(failure)
      return false
    }
  }
  const setPosition = (position: number) => setDraft((before) => before && { ...before, position })
  const discard = () => {
    setDraft(undefined)
    setError(undefined)
  }
  return { draft, open, setPosition, discard, error, setError }
}
