import { useEffect, useState } from 'react'
import { AppError } from '../../lib/errors.ts'
import { defaultPosition, fileProblem, type PictureSize } from './picture-file.ts'

export interface PictureDraft {
  file: File
  picture: PictureSize
  /** The aspect ratio of the crop: width divided by height. */
  aspect: number
  /** An object URL of the file, for the preview. */
  url: string
  /** The position of the crop, in percent of the free direction. */
  position: number
}

/** The chosen file until it is saved, and the error of the last file. The code that opens pictures is loaded when a file is chosen. */
export function usePictureDraft(aspect: number) {
  const [draft, setDraft] = useState<PictureDraft>()
  const [error, setError] = useState<unknown>()
  const url = draft?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  const open = async (file: File) => {
    setError(undefined)
    try {
      const problem = fileProblem(file)
      if (problem) throw new AppError(problem)
      const { measurePicture } = await import('./scale-picture.ts')
      const picture = await measurePicture(file)
      setDraft({ file, picture, aspect, url: URL.createObjectURL(file), position: defaultPosition(picture, aspect) })
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
