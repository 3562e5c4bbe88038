// The patient card. The database returns it only to the doctor of the appointment, and logs each access.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HEALTH_CONSENT_VERSION } from '../../../../../../supabase/functions/_shared/rules.ts'
import type { Guardian } from '../../../../domain/guardians.ts'
import type { Status } from '../../../../domain/status-badge.tsx'
import { fetchFile } from '../../../../lib/data/stored-files.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../../../lib/errors.ts'
import { safeName } from '../../../../lib/file-names.ts'
import type { Language } from '../../../../lib/languages.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { refreshAppointments } from '../../shared/live.ts'
import type { Named } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'

export type ConsentKind = 'health_data' | 'notes_to_guardians'

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
    has_account: boolean
  }
  /** The guardians of a patient without an account. */
  guardians: Guardian[] | null
  /** The times of the consents that the doctor recorded for a patient without an account. Null for patients who consent on the site. */
  recorded_consents: Record<ConsentKind, string | null> | null
  /** Whether the reader recorded the current consent to health data, and so may record what the patient says. */
  may_record_health: boolean
  next: { id: string; starts_at: string; timezone: string } | null
  /** The appointments of this doctor with this patient, latest first. */
  appointments: {
    id: string
    starts_at: string
    timezone: string
    status: Status
    did_not_come: boolean
    patient_complaint: string | null
    notes: string | null
    /** Whether the note is hidden from guardians. */
    is_note_hidden: boolean
    private_note: string | null
  }[]
  files: { id: string; file_name: string; uploaded_at: string }[]
}

const cardKey = (appointmentId: string) => ['patient-card', appointmentId]

/** Fetches the card once each time the dialog opens. A background refetch would be logged as another access. */
export const usePatientCard = (appointmentId: string) =>
  useQuery({
    queryKey: cardKey(appointmentId),
    queryFn: async () => unwrap(await supabase.rpc('open_patient_card', { appointment_id: appointmentId })) as unknown as PatientCard,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

/** Records the patient's spoken consent. Updates the cached card, because a refetch would be logged as another access. */
export function useRecordConsent(appointmentId: string, language: Language) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kind, given }: { kind: ConsentKind; given: boolean }) => {
      const consent = { appointment_id: appointmentId, kind, version: HEALTH_CONSENT_VERSION, language, given }
      unwrap(await supabase.rpc('record_consent', consent))
    },
    onSuccess: async (_, { kind, given }) => {
      client.setQueryData<PatientCard>(cardKey(appointmentId), (card) => {
        if (!card?.recorded_consents) return card
        const recorded_consents = { ...card.recorded_consents, [kind]: given ? new Date().toISOString() : null }
        if (kind !== 'health_data') return { ...card, recorded_consents }
        // Withdrawing the consent also erases the data that was recorded under it.
        const patient = given ? card.patient : { ...card.patient, ...NO_HEALTH, age: null }
        return { ...card, recorded_consents, patient, may_record_health: given }
      })
      // The note editor beside the card shows who reads the note.
      await refreshAppointments(client)
    },
  })
}

export interface Health {
  date_of_birth: string | null
  gender: string | null
  medical_history: string | null
}

const NO_HEALTH: Health = { date_of_birth: null, gender: null, medical_history: null }

/** Records what an adult without an account says about their health. */
export function useRecordHealth(appointmentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ date_of_birth, gender, medical_history }: Health) =>
      unwrap(
        await supabase.rpc('record_patient_health', {
          appointment_id: appointmentId,
          ...(date_of_birth && { date_of_birth }),
          ...(gender && { gender }),
          ...(medical_history && { medical_history }),
        }),
      ),
    onSuccess: (_, said) => {
      client.setQueryData<PatientCard>(
        cardKey(appointmentId),
        (card) => card && { ...card, patient: { ...card.patient, ...said, age: said.date_of_birth ? ageOf(said.date_of_birth) : null } },
      )
    },
  })
}

/** The age today, in full years. */
function ageOf(birth: string) {
  const [years = 0, ...rest] = birth.split('-').map(Number)
  const today = new Date()
  const hadBirthday = today.getMonth() + 1 > (rest[0] ?? 0) || (today.getMonth() + 1 === rest[0] && today.getDate() >= (rest[1] ?? 0))
  return today.getFullYear() - years - (hadBirthday ? 0 : 1)
}

/** Saves a file of the card on this computer. */
export async function downloadFile(id: string) {
  const [file] = unwrap(await supabase.from('appointment_files').select('file_name, file_path, file_type').eq('id', id))
  if (!file) throw new AppError('PGRST116')
  saveFile(await fetchFile(file.file_path), safeName(file.file_name, file.file_type))
}
