import type { Appointment } from '../queries.ts'

/** Groups adjacent rows of the same day, and keeps their order. */
export function groupByDay<Row extends Pick<Appointment, 'appointment_date'>>(rows: Row[]) {
  const groups: { day: string; rows: Row[] }[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.day === row.appointment_date) last.rows.push(row)
    else groups.push({ day: row.appointment_date, rows: [row] })
  }
  return groups
}
