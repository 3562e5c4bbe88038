// A patient's own appointments, and those of the people without an account whom they act for.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PersonBookedFor } from '../../../domain/people.ts'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { APPOINTMENT_FIELDS } from '../shared/fields.ts'
import { keys } from '../shared/keys.ts'

const OWN_APPOINTMENT_FIELDS =
  `${APPOINTMENT_FIELDS}, booked_by, call_ended_at, type_id, type_name, fee_minor, fee_currency, fee_agreed_at, payment_state, appointment_files (id), appointment_messages (id)` as const

export type MyAppointment = Awaited<ReturnType<typeof listMyAppointments>>[number] & {
  /** The patient. Undefined if the appointment is the reader's own. */
  person?: PersonBookedFor | undefined
}

/** Newest first. */
async function listMyAppointments(userId: string) {
  return unwrap(
    await supabase
      .from('appointments')
      .select(OWN_APPOINTMENT_FIELDS)
      .eq('user_id', userId)
      // One row is enough to know whether there are any.
      .limit(1, { referencedTable: 'appointment_files' })
      .limit(1, { referencedTable: 'appointment_messages' })
      .order('appointment_date', { ascending: false })
      .order('appointment_time', { ascending: false }),
  )
}

export const myAppointments = (userId: string) => queryOptions({ queryKey: keys.mine(userId), queryFn: () => listMyAppointments(userId) })

const MAX_ROWS = 500

async function listAppointmentsOf(ids: string[]) {
  return unwrap(
    await supabase
      .from('appointments')
      .select(`user_id, ${OWN_APPOINTMENT_FIELDS}`)
      .in('user_id', ids)
      .limit(1, { referencedTable: 'appointment_files' })
      .limit(1, { referencedTable: 'appointment_messages' })
      .order('starts_at', { ascending: false })
      .limit(MAX_ROWS),
  )
}

const NOBODY: PersonBookedFor[] = []

/** The appointments of the reader and of `people`, newest first. Without `people` this is a single request. */
export function useMyAppointments(userId: string, people: PersonBookedFor[] = NOBODY, isNeeded = true) {
  const ids = people.map(({ id }) => id).toSorted()
  const own = useQuery({ ...myAppointments(userId), enabled: isNeeded })
  const theirs = useQuery({
    queryKey: keys.theirs(userId, ids),
    queryFn: () => listAppointmentsOf(ids),
    enabled: isNeeded && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const hasAnybody = ids.length > 0
  const data = useMemo<MyAppointment[] | undefined>(
    () => (hasAnybody ? own.data && theirs.data && merged(own.data, theirs.data, people) : own.data),
    [hasAnybody, own.data, theirs.data, people],
  )
  return {
    data,
    error: own.error ?? (hasAnybody ? theirs.error : null),
    isPending: own.isPending || (hasAnybody && theirs.isPending),
    refetch: () => Promise.all([own.refetch(), ...(hasAnybody ? [theirs.refetch()] : [])]),
  }
}

type Theirs = Awaited<ReturnType<typeof listAppointmentsOf>>

function merged(own: MyAppointment[], theirs: Theirs, people: PersonBookedFor[]): MyAppointment[] {
  const known = new Map(people.map((person) => [person.id, person]))
  const named = theirs.flatMap((each) => {
    const person = known.get(each.user_id)
    return person ? [{ ...each, person }] : []
  })
  return [...own, ...named].toSorted((one, other) => Date.parse(other.starts_at) - Date.parse(one.starts_at))
}
