import { useState } from 'react'
import { shownStatus } from '../../../../domain/status-badge.tsx'
import type { Appointment } from '../queries.ts'

type Timed = Pick<Appointment, 'id' | 'status' | 'starts_at' | 'ends_at' | 'cancelled_by'>

/** Whether nothing is left to do: the appointment is closed and its time has passed. */
export function isOver(appointment: Timed, now: Date) {
  const status = shownStatus(appointment, now)
  if (status === 'expired') return true
  return status !== 'pending' && status !== 'confirmed' && new Date(appointment.ends_at) <= now
}

interface Splitting {
  /** Whether appointments that wait to be completed come first. */
  isLateFirst: boolean
  /** The ids of those that wait but are already shown above the list. */
  shownAbove: ReadonlySet<string>
  isOverFolded: boolean
}

/**
 * Splits off appointments that are over and those that wait to be completed. An appointment that the reader closes late stays visible,
 * so that the reader can still mark the patient as absent.
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
