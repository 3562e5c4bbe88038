// The patient card. The database gives it to the doctor of the appointment only, and writes down each time that it did.
import { useQuery } from '@tanstack/react-query'
import type { Status } from '../../../../domain/status-badge.tsx'
import { fetchFile } from '../../../../lib/data/stored-files.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../../lib/errors.ts'
import { safeName } from '../../../../lib/file-names.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import type { Named } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'

export type CardAppointment = Pick<Appointment, 'id' | 'status' | 'starts_at' | 'timezone'> & Named

export interface PatientCard {
  patient: {
    first_name: string | null
    last_name: string | null
    phone: string | null
    email: string | null
    date_of_birth: string | null
    age: number | null
    gender: string | null
    medical_history: string | null
  }
  next: { id: string; starts_at: string; timezone: string } | null
  /** Of this doctor and this patient, the latest first. */
  appointments: {
    id: string
    starts_at: string
    timezone: string
    status: Status
    did_not_come: boolean
    patient_complaint: string | null
    notes: string | null
    private_note: string | null
  }[]
  files: { id: string; file_name: string; uploaded_at: string }[]
}

/** Opened once each time that the dialog opens: fetching again in the background would be written down as another look. */
export const usePatientCard = (appointmentId: string) =>
  useQuery({
    queryKey: ['patient-card', appointmentId],
    queryFn: async () => unwrap(await supabase.rpc('open_patient_card', { appointment_id: appointmentId })) as unknown as PatientCard,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

/** Saves a file of the card on this computer. */
export async function downloadFile(id: string) {
  const [file] = unwrap(await supabase.from('appointment_files').select('file_name, file_path, file_type').eq('id', id))
  if (!file) throw new AppError('PGRST116')
  saveFile(await fetchFile(file.file_path), safeName(file.file_name, file.file_type))
}
