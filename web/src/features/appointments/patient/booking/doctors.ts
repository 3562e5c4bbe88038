import type { UseQueryResult } from '@tanstack/react-query'
import type { PickerDoctor } from '../../shared/picker/free-times.ts'

/** What booking shows of a doctor. */
export interface Doctor extends PickerDoctor {
  first_name: string
  last_name: string
  specialization: string
  specialty_code: string | null
  bio: string | null
  bio_language: string
  photo_path: string | null
}

/** The doctors that can be booked. The page passes them, because doctors are a feature of their own. */
export type DoctorsQuery = Pick<UseQueryResult<Doctor[]>, 'data' | 'error' | 'refetch'>
