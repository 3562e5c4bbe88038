import type { UseQueryResult } from '@tanstack/react-query'
import type { BookableType } from '../../../../domain/appointment-types.ts'
import type { PickerDoctor } from '../../shared/picker/free-times.ts'

/** The data of a doctor that booking needs. */
export interface Doctor extends PickerDoctor {
  first_name: string
  last_name: string
  title: string | null
  specialization: string
  specialty_code: string | null
  bio: string | null
  bio_language: string
  photo_path: string | null
  /** The appointment types in the doctor's order. Empty for most doctors. */
  types: BookableType[]
  /** How many hours before its start a confirmed appointment can still be cancelled. Undefined for visitors. */
  cancellation_hours?: number
}

/** The query of bookable doctors. The page passes it, because doctors are another feature. */
export type DoctorsQuery = Pick<UseQueryResult<Doctor[]>, 'data' | 'error' | 'refetch'>
