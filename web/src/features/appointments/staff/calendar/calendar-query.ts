// Fetches the week of several doctors in one request.
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Reachable } from '../../../../domain/guardians.ts'
import type { Status } from '../../../../domain/status-badge.tsx'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'

export interface CalendarDoctor {
  id: string
  first_name: string
  last_name: string
  /** From the list of doctors: the answer of the database has none. */
  title?: string | null
  specialization: string | null
  timezone: string
  session_duration: number
  hours: { day_of_week: number; start_time: string; end_time: string }[]
  extra_hours: { on_date: string; start_time: string; end_time: string }[]
  leave: { leave_date: string; start_time: string | null; end_time: string | null }[]
}

export interface CalendarAppointment {
  id: string
  doctor_id: string
  starts_at: string
  ends_at: string
  status: Status
  did_not_come: boolean
  cancelled_by: string | null
  previous_starts_at: string | null
  erased_at: string | null
  /** Null if the reader may no longer know who the patient was. */
  patient: ({ first_name: string | null; last_name: string | null } & Reachable) | null
}

export interface Calendar {
  doctors: CalendarDoctor[]
  appointments: CalendarAppointment[]
  /** False if there are more appointments than one response can hold. */
  is_complete: boolean
}

export interface CalendarRange {
  doctorIds: string[]
  from: string
  to: string
  withCancelled: boolean
}

async function getCalendar({ doctorIds, from, to, withCancelled }: CalendarRange) {
  const range = { doctor_ids: doctorIds, from_date: from, to_date: to, with_cancelled: withCancelled }
  return unwrap(await supabase.rpc('get_calendar', range)) as unknown as Calendar
}

export const useCalendar = (range: CalendarRange) =>
  useQuery({
    queryKey: keys.calendar(range),
    queryFn: () => getCalendar(range),
    placeholderData: keepPreviousData,
    // The page got no live updates while another page was open, not even about the reader's own change of hours.
    refetchOnMount: 'always',
    enabled: range.doctorIds.length > 0,
  })

/** Shows a move optimistically, before the database has answered. */
export function moveInCache(client: QueryClient, id: string, startsAt: string) {
  client.setQueriesData<Calendar>({ queryKey: keys.calendars }, (calendar) => {
    if (!calendar) return calendar
    const appointments = calendar.appointments.map((each) => {
      if (each.id !== id) return each
      const length = Date.parse(each.ends_at) - Date.parse(each.starts_at)
      return { ...each, starts_at: startsAt, ends_at: new Date(Date.parse(startsAt) + length).toISOString() }
    })
    return { ...calendar, appointments }
  })
}
