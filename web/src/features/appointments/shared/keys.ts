// All query keys of appointments. A change of an appointment invalidates all keys below `all`.
const APPOINTMENTS = 'appointments'

export const keys = {
  all: [APPOINTMENTS],
  /** A patient's own list. */
  mine: (userId: string) => [APPOINTMENTS, 'mine', userId],
  /** The appointments of people for whom the user acts. Without ids, the prefix of all such keys. Below `mine`. */
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
  // Free slots are not below `all`, because they have their own live channel.
  /** The next slots of the doctors with the earliest free slots. */
  soonestTimes: ['free', 'next'],
  nextTimes: (doctorIds: string[]) => ['free', 'next', doctorIds],
  /** `length`: the type or the appointment that decides how long a slot must be. */
  free: (doctorId: string) => ['free', doctorId],
  freeDays: (doctorId: string, from: string, length = {}) => ['free', doctorId, 'days', from, length],
  freeWeek: (doctorId: string, from: string, length = {}) => ['free', doctorId, 'week', from, length],
  /** The texts that patients read about a doctor's types, besides their names. */
  typeTexts: (doctorId: string) => ['types', doctorId],
}
