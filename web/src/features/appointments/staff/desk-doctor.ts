import type { PickerDoctor } from '../shared/picker/free-times.ts'

/** A doctor whom staff can book appointments with. */
export interface DeskDoctor extends PickerDoctor {
  first_name: string
  last_name: string
  title?: string | null
}
