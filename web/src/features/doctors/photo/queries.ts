// Changing a doctor's photo: its sizes in the bucket, and the path in the doctor's record.
import { useMutation } from '@tanstack/react-query'
import { hasAllSizes, PHOTO_BUCKET, type PhotoSize, photoPathOf } from '../../../domain/photos.ts'
import type { PictureType } from '../../../domain/pictures/scale-picture.ts'
import { removePictures, uploadPicture } from '../../../domain/pictures/upload-picture.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { useReloadDoctors } from '../queries.ts'

export interface PhotoDoctor {
  id: string
  first_name: string
  last_name: string
  photo_path: string | null
}

const SIZES: PhotoSize[] = ['large', 'full', 'small', 'share']
const EXTENSIONS: Record<PictureType, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg' }

interface ScaledPhoto {
  type: PictureType
  files: Record<PhotoSize, Blob>
}

/** A new name each time, so that browsers and caches never show an old photo. */
export const newPhotoPath = (doctorId: string, type: PictureType) => `${doctorId}/${crypto.randomUUID()}-full.${EXTENSIONS[type]}`

async function savePhoto(doctor: PhotoDoctor, { type, files }: ScaledPhoto) {
  const path = newPhotoPath(doctor.id, type)
  try {
    for (const size of SIZES) await uploadPicture(PHOTO_BUCKET, photoPathOf(path, size), files[size])
    await setPhotoPath(doctor.id, path)
  } catch (error) {
    // Without a response it is unknown whether the path was set. A nightly job removes unused files.
    if (!(error instanceof AppError && error.reason === 'unreachable')) await removeObjects(path)
    throw error
  }
  await removeObjects(doctor.photo_path)
}

async function removePhoto(doctor: PhotoDoctor) {
  await setPhotoPath(doctor.id, null)
  await removeObjects(doctor.photo_path)
}

/** Row-level security refuses an update silently, by changing no row. */
async function setPhotoPath(doctorId: string, photo_path: string | null) {
  const changed = unwrap(await supabase.from('doctors').update({ photo_path }).eq('id', doctorId).select('id'))
  if (changed.length === 0) throw new AppError('42501')
}

async function removeObjects(path: string | null) {
  if (!path) return
  const sizes = hasAllSizes(path) ? SIZES : (['full', 'small'] as const)
  await removePictures(
    PHOTO_BUCKET,
    sizes.map((size) => photoPathOf(path, size)),
  )
}

export function useSavePhoto(doctor: PhotoDoctor) {
  const reload = useReloadDoctors()
  return useMutation({ mutationFn: (photo: ScaledPhoto) => savePhoto(doctor, photo), onSuccess: reload })
}

export function useRemovePhoto(doctor: PhotoDoctor) {
  const reload = useReloadDoctors()
  return useMutation({ mutationFn: () => removePhoto(doctor), onSuccess: reload })
}
