import { AppError } from '../../lib/errors.ts'
import { defaultPosition, fileProblem, type PictureSize } from './picture-file.ts'

/** A chosen file until it is stored. */
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

/** The code that scales pictures is loaded when a file is chosen. */
export async function loadScaling() {
  return import('./scale-picture.ts').catch((cause: unknown) => {
    throw new AppError('unreachable', {}, { cause })
  })
}

/** Throws if the file cannot be used. The caller revokes the URL. */
export async function openPicture(file: File, aspect: number): Promise<PictureDraft> {
  const problem = fileProblem(file)
  if (problem) throw new AppError(problem)
  const { measurePicture } = await loadScaling()
  const picture = await measurePicture(file)
  return { file, picture, aspect, url: URL.createObjectURL(file), position: defaultPosition(picture, aspect) }
}
