import type { PickerDoctor } from '../shared/picker/free-times.ts'

/** A doctor for whom staff book. */
export interface DeskDoctor extends PickerDoctor {
  first_name: string
  last_name: string
}
