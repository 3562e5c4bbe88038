// The cached lists of doctors and admins.
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SignedIn } from '../../../lib/session/session-state.ts'
import { keys } from '../shared/keys.ts'
import type { PendingOrder } from './pending-order.ts'
import {
  type Cursor,
  countAppointments,
  getAppointment,
  getStats,
  type ListFilter,
  listPage,
  listPending,
  listRecent,
  listUnclosed,
} from './queries.ts'

/** The number of rows on the first page of a list. */
export const PAGE_SIZE = 50

// Some lists change as time passes. No row changes then, so there is no live message.
const REFRESH_MS = 60_000

export const stats = queryOptions({ queryKey: keys.stats, queryFn: getStats, refetchInterval: REFRESH_MS })

export const useStats = () => useQuery(stats)

export const pending = (person: SignedIn, max: number, order: PendingOrder) =>
  queryOptions({
    queryKey: keys.pending(max, order),
    queryFn: () => listPending(person, max, order),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const usePending = (person: SignedIn, max: number, order: PendingOrder) => useQuery(pending(person, max, order))

/** Later pages are larger, because a reader who asks for more goes through many rows. */
const NEXT_PAGE_SIZE = 200

/** The pages of a list for staff. */
export const appointmentPages = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: keys.list(filter),
    queryFn: ({ pageParam }) => listPage(filter, pageParam, pageSize(pageParam)),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page, _, after) => (page.length < pageSize(after) ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
  })

/** `isKnown`: whether the filter is complete, so that the query can run. */
export const useAppointmentPages = (filter: ListFilter, isKnown = true) =>
  useInfiniteQuery({ ...appointmentPages(filter), enabled: isKnown })

const pageSize = (after: Cursor | undefined) => (after ? NEXT_PAGE_SIZE : PAGE_SIZE)

export const useUnclosed = (doctorId: string, max: number) =>
  useQuery({
    queryKey: keys.unclosed(doctorId, max),
    queryFn: () => listUnclosed(doctorId, max),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

export const useRecent = (doctorId: string) => useQuery({ queryKey: keys.recent(doctorId), queryFn: () => listRecent(doctorId) })

/** The appointment whose note is open. */
export const useAppointment = (doctorId: string, id: string) =>
  useQuery({ queryKey: keys.note(id, doctorId), queryFn: () => getAppointment(doctorId, id) })

export const appointmentCounts = (doctorId: string, today: string) =>
  queryOptions({ queryKey: keys.counts(doctorId, today), queryFn: () => countAppointments(doctorId) })

export const useAppointmentCounts = (doctorId: string, today: string) => useQuery(appointmentCounts(doctorId, today))
