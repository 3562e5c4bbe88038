// Every key under which something about appointments is cached. Changing an appointment makes all keys below `all` stale.
const APPOINTMENTS = 'appointments'

export const keys = {
  all: [APPOINTMENTS],
  /** A patient's own list. */
  mine: (userId: string) => [APPOINTMENTS, 'mine', userId],
  /** Those of the people without an account whom they act for; without ids, whoever these are. Below `mine`. */
  theirs: (userId: string, ids?: string[]) => [APPOINTMENTS, 'mine', userId, 'theirs', ...(ids ? [ids] : [])],
  /** Everything that doctors and admins list or count. */
  staff: [APPOINTMENTS, 'staff'],
  stats: [APPOINTMENTS, 'staff', 'stats'],
  pending: (max: number, order: string) => [APPOINTMENTS, 'staff', 'pending', max, order],
  list: (filter: object) => [APPOINTMENTS, 'staff', 'list', filter],
  unclosed: (doctorId: string, max: number) => [APPOINTMENTS, 'staff', 'unclosed', doctorId, max],
  recent: (doctorId: string) => [APPOINTMENTS, 'staff', 'recent', doctorId],
  phoneReminders: [APPOINTMENTS, 'staff', 'phone reminders'],
  noteDrafts: [APPOINTMENTS, 'staff', 'note drafts'],
  counts: (doctorId: string, today: string) => [APPOINTMENTS, 'staff', 'counts', doctorId, today],
  calendars: [APPOINTMENTS, 'staff', 'calendar'],
  calendar: (range: { doctorIds: string[]; from: string; to: string; withCancelled: boolean }) => [
    APPOINTMENTS,
    'staff',
    'calendar',
    range,
  ],
  nextStart: (doctorIds: string[] | undefined, day: string, zone: string) => [APPOINTMENTS, 'staff', 'next start', doctorIds, day, zone],
  /** Everything that is cached about a single appointment. */
  one: (id: string) => [APPOINTMENTS, 'one', id],
  note: (id: string, doctorId: string) => [APPOINTMENTS, 'one', id, 'note', doctorId],
  answers: (id: string) => [APPOINTMENTS, 'one', id, 'answers'],
  call: (id: string) => [APPOINTMENTS, 'one', id, 'call'],
  // Free times have a live channel of their own, and they are not below `all`.
  /** The next times of the doctors who are free soonest. */
  soonestTimes: ['free', 'next'],
  nextTimes: (doctorIds: string[]) => ['free', 'next', doctorIds],
  /** `length`: the type or the appointment that the times are for. */
  free: (doctorId: string) => ['free', doctorId],
  freeDays: (doctorId: string, from: string, length = {}) => ['free', doctorId, 'days', from, length],
  freeWeek: (doctorId: string, from: string, length = {}) => ['free', doctorId, 'week', from, length],
  /** What patients read about a doctor's types beside their names. */
  typeTexts: (doctorId: string) => ['types', doctorId],
}
