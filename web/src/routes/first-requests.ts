// The first requests of each signed-in page. Its HTML sends them while the scripts are loading (web/build/first-paint.ts), and the client uses
// their answers instead of sending them again (lib/load/early-answers.ts).
import { OWN_APPOINTMENT_FIELDS, PAGE_SIZE, STAFF_FIELDS, TIMES_PER_DOCTOR } from '../features/appointments/shared/fields.ts'
import { DOCTOR_FIELDS, OWN_DOCTOR_FIELDS } from '../features/doctors/fields.ts'
import { PROFILE_FIELDS } from '../features/profile/fields.ts'
import { type EarlyRequest, NOW, ROW_ID, START_OF_TODAY, USER_ID } from '../lib/load/early-answers.ts'

/** As the client for rows writes it. */
function rows(table: string, { select, ...filters }: Record<string, string> & { select: string }): EarlyRequest {
  return { path: `${table}?${new URLSearchParams({ select: select.replaceAll(/\s/g, ''), ...filters })}` }
}

const call = (name: string, args: object = {}): EarlyRequest => ({ path: `rpc/${name}`, body: JSON.stringify(args) })

const BY_USER = { user_id: `eq.${USER_ID}` }
const ROLES = rows('user_roles', { select: 'role', ...BY_USER })
const PROFILE = rows('profiles', { select: PROFILE_FIELDS, ...BY_USER })
const BOOKABLE_DOCTORS = rows('doctors', { select: DOCTOR_FIELDS, available: 'eq.true', order: 'first_name.asc' })
const OWN_DOCTOR = rows('doctors', { select: OWN_DOCTOR_FIELDS, ...BY_USER })
const OWN_APPOINTMENTS = rows('appointments', {
  select: OWN_APPOINTMENT_FIELDS,
  ...BY_USER,
  'appointment_files.limit': '1',
  'appointment_messages.limit': '1',
  order: 'appointment_date.desc,appointment_time.desc',
})
const NEXT_SLOTS = call('get_next_slots', { per_doctor: TIMES_PER_DOCTOR })
const SECOND_FACTOR = call('my_second_factor')
const ALL_APPOINTMENTS = { ...call('list_appointments', { ends_after: NOW, max_rows: PAGE_SIZE }), isUnfiltered: true }
const STATS = call('get_dashboard_stats')
const PENDING = {
  ...rows('appointments', {
    select: STAFF_FIELDS,
    status: 'eq.pending',
    starts_at: `gt.${NOW}`,
    order: 'created_at.desc',
    offset: '0',
    limit: String(PAGE_SIZE),
  }),
  prefer: 'count=exact',
  isUnfiltered: true,
}
const OF_DOCTOR = { doctor_ids: [ROW_ID] }
const COMING = { ...OF_DOCTOR, statuses: ['pending', 'confirmed', 'completed'], from_time: START_OF_TODAY, max_rows: PAGE_SIZE }
const PAST = { ...OF_DOCTOR, newest_first: true, ended_before: START_OF_TODAY, max_rows: PAGE_SIZE }
const OWN_LISTS = [COMING, PAST].map((args) => call('list_appointments', args))
const OWN_STATS = call('get_doctor_stats', { doctor_id: ROW_ID })
const OF_OWN_DOCTOR = [...OWN_LISTS, OWN_STATS].map((each) => ({ ...each, isUnfiltered: true }))

const FIRST_REQUESTS: Partial<Record<string, EarlyRequest[]>> = {
  '/appointments': [ROLES, PROFILE, BOOKABLE_DOCTORS, OWN_APPOINTMENTS, NEXT_SLOTS],
  '/profile': [ROLES, PROFILE, OWN_APPOINTMENTS],
  '/admin': [ROLES, SECOND_FACTOR, PROFILE, STATS, PENDING],
  '/admin/appointments': [ROLES, SECOND_FACTOR, PROFILE, ALL_APPOINTMENTS],
  '/doctor': [ROLES, SECOND_FACTOR, { ...OWN_DOCTOR, next: OF_OWN_DOCTOR }],
  '/calendar': [ROLES, SECOND_FACTOR, PROFILE],
}

/** Every one of these pages waits for the roles. */
export const firstRequestsOf = (path: string) => FIRST_REQUESTS[path] ?? [ROLES]
