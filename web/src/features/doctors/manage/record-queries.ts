// One doctor's record, for admins.
import { useMutation, useQuery } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../lib/errors.ts'
import { MANAGED_DOCTORS, useReloadDoctors } from '../queries.ts'
import { type DoctorRecordInput, inputOf, recordChange } from './record-input.ts'

export type DoctorDetails = NonNullable<Awaited<ReturnType<typeof getDoctor>>>

/** Null when the record no longer exists. */
async function getDoctor(id: string) {
  const [found] = unwrap(
    await supabase
      .from('doctors')
      .select(
        `id, user_id, first_name, last_name, title, specialization, specialty_code, bio, bio_language, languages, photo_path, timezone, session_duration,
        cancellation_hours, gap_minutes, booking_notice_hours, booking_horizon_days, max_appointments_per_day, auto_confirm, timezone_confirmed_at,
        licence_number, licence_authority, licence_country, contacts:doctor_contacts (email, phone), texts:doctor_texts (language, bio)`,
      )
      .eq('id', id),
  )
  if (!found) return null
  // A doctor has at most one contact and the server sends it as an object, but the generated types declare a list.
  const { contacts, ...doctor } = found
  return { ...doctor, contact: [contacts].flat()[0] ?? undefined }
}

/** The record as it is stored now. */
export async function loadRecord(id: string) {
  const doctor = await getDoctor(id)
  if (!doctor) throw new AppError('doctor_not_found')
  return inputOf(doctor)
}

async function saveDoctor(id: string, input: DoctorRecordInput) {
  unwrap(await supabase.rpc('save_doctor', { doctor_id: id, ...recordChange(input) }))
}

/** Row-level security refuses a change silently, by changing no row. */
async function unlinkAccount(id: string) {
  const changed = unwrap(await supabase.from('doctors').update({ user_id: null }).eq('id', id).select('id'))
  if (changed.length === 0) throw new AppError('42501')
}

/** Raises 23503 while an appointment refers to the doctor. */
async function removeDoctor(id: string) {
  unwrap(await supabase.from('doctors').delete().eq('id', id))
}

export const useDoctorDetails = (id: string) => useQuery({ queryKey: [...MANAGED_DOCTORS, id], queryFn: () => getDoctor(id) })

function useChange<Input>(change: (input: Input) => Promise<void>) {
  const reload = useReloadDoctors()
  return useMutation({ mutationFn: change, onSuccess: () => reload() })
}

export const useSaveDoctor = (id: string) => useChange((input: DoctorRecordInput) => saveDoctor(id, input))
export const useUnlinkAccount = (id: string) => useChange(() => unlinkAccount(id))
export function useRemoveDoctor(id: string) {
  const reload = useReloadDoctors()
  // Does not reload the record, because the editor has left by then and the record is gone.
  return useMutation({ mutationFn: () => removeDoctor(id), onSuccess: () => void reload() })
}
