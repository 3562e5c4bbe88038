import type { Slot } from './free-times.ts'

export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** `clock` is a time such as '14:30'. */
function partOf(clock: string): PartOfDay {
  const hour = Number(clock.slice(0, 2))
  if (hour < 6) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** Groups consecutive slots in the same part of the reader's day and on the same day of the doctor. */
export function groupByPartOfDay<Each extends Slot>(slots: Each[], clockOf: (slot: Each) => string) {
  const groups: { part: PartOfDay; doctorsDay: string; slots: Each[] }[] = []
  for (const slot of slots) {
    const [part, doctorsDay] = [partOf(clockOf(slot)), slot.appointment_date]
    const last = groups.at(-1)
    if (last?.part === part && last.doctorsDay === doctorsDay) last.slots.push(slot)
    else groups.push({ part, doctorsDay, slots: [slot] })
  }
  return groups
}
