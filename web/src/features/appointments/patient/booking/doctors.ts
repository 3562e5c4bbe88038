import type { UseQueryResult } from '@tanstack/react-query'
import type { BookableType } from '../../../../domain/appointment-types.ts'
import type { PickerDoctor } from '../../shared/picker/free-times.ts'

/** What booking shows of a doctor. */
export interface Doctor extends PickerDoctor {
  first_name: string
  last_name: string
  title: string | null
  specialization: string
  specialty_code: string | null
  bio: string | null
  bio_language: string
  photo_path: string | null
  /** In the order in which they are offered; none for most doctors. */
  types: BookableType[]
  /** Until when a confirmed appointment can be cancelled. Visitors are not told. */
  cancellation_hours?: number
}

/** The doctors that can be booked. The page passes them, because doctors are a feature of their own. */
export type DoctorsQuery = Pick<UseQueryResult<Doctor[]>, 'data' | 'error' | 'refetch'>
