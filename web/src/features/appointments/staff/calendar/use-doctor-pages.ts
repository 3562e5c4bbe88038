// Splits the doctors of a day into pages of as many columns as fit side by side.
import { useColumnOrder } from './use-column-order.ts'
import type { Place } from './use-place.ts'
import type { ShownCalendars } from './use-shown-calendars.ts'

export function useDoctorPages({ calendars, isLoaded, isEverybody }: ShownCalendars, place: Place, columns: number) {
  const ordered = useColumnOrder(calendars, place.day, { isReady: isLoaded, isEverybody })
  const all = place.view === 'day' ? ordered : []
  const page = Math.max(0, Math.min(place.page, Math.ceil(all.length / columns) - 1))
  return { page, total: all.length, onPage: all.slice(page * columns, (page + 1) * columns) }
}
