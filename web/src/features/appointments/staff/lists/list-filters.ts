// The filters of a list for staff. They are in the URL, so that a reload, a link and the back button show the same list.

import { STATUSES, type Status } from '../../../../domain/status-badge.tsx'
import { dayIn, useFilterParams } from '../../../../lib/filter-params.ts'
import { isUuid } from '../../../../lib/patterns.ts'
import { addDays, instantOf } from '../../../../lib/time/zones.ts'
import type { ListFilter } from '../queries.ts'

/** The part of time that the list of all doctors shows. Appointments in progress count as coming. */
export const WHENS = ['coming', 'past', 'all'] as const
export type When = (typeof WHENS)[number]

export interface ListFilters {
  text: string
  status: Status | undefined
  doctorId: string | undefined
  /** The first and the last day to show. */
  from: string | undefined
  to: string | undefined
  /** The chosen part of time. `whenOf` gives the default. */
  when: When | undefined
  /** Shows only appointments with an open payment. */
  payment: 'unpaid' | undefined
}

const NAMES = { text: 'q', status: 'status', doctorId: 'doctor', from: 'from', to: 'to', when: 'when', payment: 'payment' } as const

/** The database only searches for terms of at least two characters. */
const MIN_TERM = 2
const MAX_TERM = 100

export function readFilters(params: URLSearchParams): ListFilters {
  const doctorId = params.get(NAMES.doctorId)
  return {
    text: (params.get(NAMES.text) ?? '').slice(0, MAX_TERM),
    status: STATUSES.find((each) => each === params.get(NAMES.status)),
    doctorId: doctorId && isUuid(doctorId) ? doctorId : undefined,
    from: dayIn(params.get(NAMES.from)),
    to: dayIn(params.get(NAMES.to)),
    when: WHENS.find((each) => each === params.get(NAMES.when)),
    payment: params.get(NAMES.payment) === 'unpaid' ? 'unpaid' : undefined,
  }
}

export const NO_FILTERS = readFilters(new URLSearchParams())

const termOf = ({ text }: ListFilters) => (text.trim().length >= MIN_TERM ? text.trim() : undefined)

/** Builds the filter for the database. `zone` is the time zone of the days. */
export function listFilterOf(filters: ListFilters, zone: string): ListFilter {
  const { status, doctorId, from, to, payment } = filters
  return {
    doctorIds: doctorId ? [doctorId] : undefined,
    statuses: status ? [status] : undefined,
    from: from && instantOf(from, '00:00', zone),
    to: to && instantOf(addDays(to, 1), '00:00', zone),
    term: termOf(filters),
    onlyUnpaid: payment === 'unpaid' || undefined,
  }
}

/** The part of time to show. Without a choice, filters whose matches may lie in the past show all appointments. */
export function whenOf(filters: ListFilters): When {
  const mayBePast =
    termOf(filters) || filters.payment || filters.from || filters.to || filters.status === 'completed' || filters.status === 'cancelled'
  return filters.when ?? (mayBePast ? 'all' : 'coming')
}

/** The filter for the list of all doctors: coming appointments in order of time, otherwise the latest first. */
export function allAppointments(filters: ListFilters, zone: string): ListFilter {
  const filter = listFilterOf(filters, zone)
  const when = whenOf(filters)
  if (when === 'coming') return { ...filter, part: 'coming' }
  if (when === 'past') return { ...filter, part: 'past', newestFirst: true }
  return { ...filter, newestFirst: !filters.from }
}

/** Whether a filter is set. The part of time does not count, because it has its own control. */
export const isFiltered = (filters: ListFilters) => Object.values({ ...filters, when: undefined }).some(Boolean)

export function useListFilters() {
  const { params, change } = useFilterParams()
  return {
    filters: readFilters(params),
    change: (next: Partial<ListFilters>) =>
      change(Object.fromEntries(Object.entries(next).map(([key, value]) => [NAMES[key as keyof ListFilters], value]))),
  }
}
