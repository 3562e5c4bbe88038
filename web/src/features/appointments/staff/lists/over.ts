import { useState } from 'react'
import { shownStatus } from '../../../../domain/status-badge.tsx'
import type { Appointment } from '../queries.ts'

type Timed = Pick<Appointment, 'id' | 'status' | 'starts_at' | 'ends_at' | 'cancelled_by'>

/** Whether nothing is left to do: it ended, and so did its time. */
export function isOver(appointment: Timed, now: Date) {
  const status = shownStatus(appointment, now)
  if (status === 'expired') return true
  return status !== 'pending' && status !== 'confirmed' && new Date(appointment.ends_at) <= now
}

interface Splitting {
  /** Those that wait to be completed come first. */
  isLateFirst: boolean
  /** Those that wait, but are shown above the list. */
  shownAbove: ReadonlySet<string>
  isOverFolded: boolean
}

/**
 * Splits off what is over, and what waits to be completed. One that the reader closes after its time stays in sight, so that it can
 * still be marked.
 */
export function useParts<Row extends Timed>(rows: Row[], now: Date, { isLateFirst, shownAbove, isOverFolded }: Splitting) {
  const [wasLate, setWasLate] = useState<ReadonlySet<string>>(new Set())
  const lateNow = rows.filter(({ status, ends_at }) => status === 'confirmed' && new Date(ends_at) <= now)
  if (lateNow.some(({ id }) => !wasLate.has(id))) setWasLate(new Set([...wasLate, ...lateNow.map(({ id }) => id)]))
  const isAbove = ({ id, status }: Row) => status === 'confirmed' && shownAbove.has(id)
  const isLate = (row: Row) => isLateFirst && wasLate.has(row.id) && row.status !== 'cancelled' && !isAbove(row)
  const isFolded = (row: Row) => isOverFolded && isOver(row, now) && !wasLate.has(row.id)
  return {
    over: rows.filter(isFolded),
    late: rows.filter(isLate),
    others: rows.filter((row) => !isFolded(row) && !isLate(row) && !isAbove(row)),
  }
}
