// Every list of doctors that a signed-in person sees. The public list (list/public-doctors.ts) does not load the Supabase client.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { byName } from '../../lib/by-name.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { withFees } from './public-types.ts'

const DOCTOR_FIELDS =
  'id, first_name, last_name, title, specialization, specialty_code, bio, bio_language, photo_path, timezone, session_duration'
const OWN_DOCTOR_FIELDS =
  `${DOCTOR_FIELDS}, cancellation_hours, gap_minutes, booking_notice_hours, booking_horizon_days, max_appointments_per_day, auto_confirm, timezone_confirmed_at, languages, licence_number, hours:doctor_availability (is_available)` as const

export type Doctor = Awaited<ReturnType<typeof listDoctors>>[number]
export type OwnDoctor = NonNullable<Awaited<ReturnType<typeof getOwnDoctor>>>
export type ManagedDoctor = Awaited<ReturnType<typeof listManagedDoctors>>[number]

// Every list has its key below this one, so that one invalidation reloads all of them.
const DOCTORS = ['doctors']
export const MANAGED_DOCTORS = [...DOCTORS, 'managed']

async function listDoctors() {
  return unwrap(await supabase.from('doctors').select(DOCTOR_FIELDS).order('first_name'))
}

const TYPE_FIELDS = 'id, names, minutes, who'
const BOOKABLE_FIELDS = `${DOCTOR_FIELDS}, cancellation_hours, types:appointment_types (${TYPE_FIELDS}, fee_minor, currency)` as const
/** Excludes fees, which visitors get only if the company shows them to everybody. */
const VISITORS_FIELDS = `${DOCTOR_FIELDS}, types:appointment_types (${TYPE_FIELDS})` as const
const TYPES = { referencedTable: 'types' }

async function listBookableDoctors() {
  return unwrap(
    await supabase
      .from('doctors')
      .select(BOOKABLE_FIELDS)
      .eq('available', true)
      .eq('types.active', true)
      .order('first_name')
      .order('position', TYPES)
      .order('created_at', TYPES)
      .order('id', TYPES),
  )
}

async function listDoctorsForVisitors() {
  const [doctors, { data: fees }] = await Promise.all([
    supabase
      .from('doctors')
      .select(VISITORS_FIELDS)
      .eq('available', true)
      .eq('types.active', true)
      .order('first_name')
      .order('position', TYPES)
      .order('id', TYPES),
    supabase.rpc('get_public_fees'),
  ])
  // If the fees cannot be loaded, the types have none. Nobody agrees to a fee before signing in.
  return unwrap(doctors).map(({ types, ...doctor }) => ({ ...doctor, types: withFees(types, fees ?? []) }))
}

/** Null for a person who has the doctor role but no doctor record yet. */
async function getOwnDoctor(userId: string) {
  const [doctor] = unwrap(await supabase.from('doctors').select(OWN_DOCTOR_FIELDS).eq('user_id', userId))
  return doctor ?? null
}

async function listManagedDoctors() {
  const doctors = unwrap(
    await supabase
      .from('doctors')
      .select(
        `${DOCTOR_FIELDS}, user_id, available, licence_number, contacts:doctor_contacts (email, phone), hours:doctor_availability (is_available)`,
      )
      .order('created_at', { ascending: false })
      .order('id'),
  )
  // A doctor has at most one contact and the server sends it as an object, but the generated types declare a list.
  return doctors.map(({ contacts, ...doctor }) => ({ ...doctor, contact: [contacts].flat()[0] ?? undefined }))
}

/** Without an open window, patients find the doctor but cannot book. */
export const hasHours = ({ hours }: { hours: { is_available: boolean }[] }) => hours.some(({ is_available }) => is_available)

/** The doctors sorted by name in the reader's language. The database has one order for everybody. */
export function useDoctors() {
  const { language } = useI18n()
  const select = useCallback((doctors: Doctor[]) => byName(doctors, language), [language])
  return useQuery({ queryKey: [...DOCTORS, 'schedule'], queryFn: listDoctors, refetchOnMount: 'always', select })
}

export const bookableDoctors = queryOptions({ queryKey: [...DOCTORS, 'bookable'], queryFn: listBookableDoctors })

export const useBookableDoctors = () => useQuery(bookableDoctors)

export const useDoctorsForVisitors = () => useQuery({ queryKey: [...DOCTORS, 'bookable', 'by visitors'], queryFn: listDoctorsForVisitors })

export const ownDoctor = (userId: string) => queryOptions({ queryKey: [...DOCTORS, 'own', userId], queryFn: () => getOwnDoctor(userId) })

export const useOwnDoctor = (userId: string, enabled = true) => useQuery({ ...ownDoctor(userId), enabled })

export const useManagedDoctors = () => useQuery({ queryKey: MANAGED_DOCTORS, queryFn: listManagedDoctors })

export function useReloadDoctors() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: DOCTORS })
}
