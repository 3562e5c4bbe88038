// What a doctor offers, as visitors may read it: without fees.
import type { BookableType } from '../../../domain/appointment-types.ts'

export type PublicType = Pick<BookableType, 'id' | 'names' | 'minutes' | 'who'> & { doctor_id: string }

export const typesRequest = (doctorId: string) =>
  `appointment_types?select=id,doctor_id,names,minutes,who&active=eq.true&order=position,id&doctor_id=eq.${doctorId}`
