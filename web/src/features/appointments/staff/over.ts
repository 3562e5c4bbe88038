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

/** Splits off what is over. One that the reader closes after its time stays where it is, so that it can still be marked. */
export function useOver<Row extends Timed>(rows: Row[], now: Date) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const late = rows.filter(({ status, ends_at }) => status === 'confirmed' && new Date(ends_at) <= now)
  if (late.some(({ id }) => !open.has(id))) setOpen(new Set([...open, ...late.map(({ id }) => id)]))
  const isFolded = (row: Row) => isOver(row, now) && !open.has(row.id)
  return { over: rows.filter(isFolded), others: rows.filter((row) => !isFolded(row)) }
}
