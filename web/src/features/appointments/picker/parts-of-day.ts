import type { Slot } from './free-times.ts'

export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** `clock` is a time such as '14:30'. */
function partOf(clock: string): PartOfDay {
  const hour = Number(clock.slice(0, 2))
  if (hour < 6) return 'night'
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/**
 * Consecutive times in the same part of the day. Where the doctor's day falls on two of the reader's, a part can occur twice, in the
 * order of time.
 */
export function groupByPartOfDay<Each extends Slot>(slots: Each[], clockOf: (slot: Each) => string) {
  const groups: { part: PartOfDay; slots: Each[] }[] = []
  for (const slot of slots) {
    const part = partOf(clockOf(slot))
    const last = groups.at(-1)
    if (last?.part === part) last.slots.push(slot)
    else groups.push({ part, slots: [slot] })
  }
  return groups
}
