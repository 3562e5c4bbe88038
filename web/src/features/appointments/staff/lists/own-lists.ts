// The two lists of a doctor's panel: today's and later appointments, and past and cancelled ones.
import { instantOf, todayIn } from '../../../../lib/time/zones.ts'
import type { ListFilter } from '../queries.ts'
import { type ListFilters, listFilterOf } from './list-filters.ts'

export function ownLists({ id, timezone }: { id: string; timezone: string }, filters: ListFilters, now: Date) {
  const today = todayIn(timezone, now)
  const startOfToday = instantOf(today, '00:00', timezone)
  const filter = { ...listFilterOf(filters, timezone), doctorIds: [id] }
  const past: ListFilter = { ...filter, endedBefore: startOfToday, newestFirst: true }
  return { today, coming: comingPart(filter, startOfToday), past }
}

/** Today's and later appointments that are not cancelled. */
function comingPart(filter: ListFilter, startOfToday: string): ListFilter {
  const statuses = (filter.statuses ?? ['pending', 'confirmed', 'completed']).filter((status) => status !== 'cancelled')
  const from = filter.from && filter.from > startOfToday ? filter.from : startOfToday
  return { ...filter, statuses, from }
}
