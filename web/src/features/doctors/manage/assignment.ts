// Makes a user a doctor: role and record in one transaction.

import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'

export interface Assignment {
  userId: string
  /** An existing record, or the fields of a new one. */
  record: { doctorId: string } | { first_name: string; last_name: string; specialization: string; bio: string; timezone: string }
}

/** Returns whether the user already had the role. */
export async function assignDoctor({ userId, record }: Assignment) {
  const hadRole = await hasDoctorRole(userId)
  const choice = 'doctorId' in record ? { doctor_id: record.doctorId } : { new_doctor: record }
  unwrap(await supabase.rpc('assign_doctor', { user_id: userId, ...choice }))
  return { hadRole }
}

async function hasDoctorRole(userId: string) {
  try {
    return unwrap(await supabase.from('user_roles').select('role').eq('user_id', userId).eq('role', 'doctor')).length > 0
  } catch (cause) {
    throw new AppError('role_not_checked', {}, { cause })
  }
}
