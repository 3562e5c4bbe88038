// The filters of a list of staff. They are in the address, so that a reload, a link and the way back show the same list.
import { useSearchParams } from 'react-router'
import { STATUSES, type Status } from '../../../components/status-badge.tsx'
import { isUuid } from '../../../lib/patterns.ts'
import { addDays, instantOf } from '../../../lib/zones.ts'
import type { ListFilter } from '../staff-queries.ts'

export interface ListFilters {
  text: string
  status: Status | undefined
  doctorId: string | undefined
  /** The first and the last day. */
  from: string | undefined
  to: string | undefined
}

const NAMES = { text: 'q', status: 'status', doctorId: 'doctor', from: 'from', to: 'to' } as const

/** The database searches for two characters or more. */
const MIN_TERM = 2
const MAX_TERM = 100

const dayIn = (value: string | null) => (value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined)

export function readFilters(params: URLSearchParams): ListFilters {
  const doctorId = params.get(NAMES.doctorId)
  return {
    text: (params.get(NAMES.text) ?? '').slice(0, MAX_TERM),
    status: STATUSES.find((each) => each === params.get(NAMES.status)),
    doctorId: doctorId && isUuid(doctorId) ? doctorId : undefined,
    from: dayIn(params.get(NAMES.from)),
    to: dayIn(params.get(NAMES.to)),
  }
}

/** The filter for the database. `zone` is where the days are meant. */
export function listFilterOf({ text, status, doctorId, from, to }: ListFilters, zone: string): ListFilter {
  const term = text.trim()
  return {
    doctorIds: doctorId ? [doctorId] : undefined,
    statuses: status ? [status] : undefined,
    from: from && instantOf(from, '00:00', zone),
    to: to && instantOf(addDays(to, 1), '00:00', zone),
    term: term.length >= MIN_TERM ? term : undefined,
  }
}

/** The list of all doctors' appointments: the latest first, unless somebody asks for the time from a day on. */
export const allAppointments = (filters: ListFilters, zone: string): ListFilter => ({
  ...listFilterOf(filters, zone),
  newestFirst: !filters.from,
})

export const isFiltered = (filters: ListFilters) => Object.values(filters).some(Boolean)

export function useListFilters() {
  const [params, setParams] = useSearchParams()
  const change = (next: Partial<ListFilters>) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before)
        for (const [key, value] of Object.entries(next)) {
          const name = NAMES[key as keyof ListFilters]
          if (value) changed.set(name, value)
          else changed.delete(name)
        }
        return changed
      },
      { replace: true, preventScrollReset: true },
    )
  return { filters: readFilters(params), change }
}
