import { useState } from 'react'
import { shownStatus } from '../../../components/status-badge.tsx'
import type { Appointment } from '../staff-queries.ts'

type Timed = Pick<Appointment, 'id' | 'status' | 'starts_at' | 'ends_at' | 'cancelled_by'>

/** Whether nothing is left to do: it ended, and so did its time. */
export function isOver(appointment: Timed, now: Date) {
  const status = shownStatus(appointment, now)
  if (status === 'expired') return true
  return status !== 'pending' && status !== 'confirmed' && new Date(appointment.ends_at) <= now
}

/**
 * Splits off what is over, and what waits to be completed. One that the reader closes after its time stays where it is, so that it can
 * still be marked.
 */
export function useParts<Row extends Timed>(
  rows: Row[],
  now: Date,
  { isLateFirst, isOverFolded }: Record<'isLateFirst' | 'isOverFolded', boolean>,
) {
  const [wasLate, setWasLate] = useState<ReadonlySet<string>>(new Set())
  const lateNow = rows.filter(({ status, ends_at }) => status === 'confirmed' && new Date(ends_at) <= now)
  if (lateNow.some(({ id }) => !wasLate.has(id))) setWasLate(new Set([...wasLate, ...lateNow.map(({ id }) => id)]))
  const isLate = ({ id, status }: Row) => isLateFirst && wasLate.has(id) && status !== 'cancelled'
  const isFolded = (row: Row) => isOverFolded && isOver(row, now) && !wasLate.has(row.id)
  return {
    over: rows.filter(isFolded),
    late: rows.filter(isLate),
    others: rows.filter((row) => !isFolded(row) && !isLate(row)),
  }
}
