// Turns measurements into rows of the report.
import type { Row } from '../other-browsers/stage.ts'

export const LIMIT_MS = 5000

export const seconds = (ms: number) => `${(Math.max(0, ms) / 1000).toFixed(1)} s`

function medianOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const medianAndWorst = (values: number[]) => `median ${seconds(medianOf(values))}, worst ${seconds(Math.max(...values))}`

export const row = (what: string, isGood: boolean, measured: string): Row => ({ what, result: isGood ? 'passed' : 'FAILED', measured })

/** Media that came back too late, or never (undefined), fails. */
export function recoveryRow(what: string, recoveries: (number | undefined)[]): Row {
  const known = recoveries.filter((each) => each !== undefined)
  const never = recoveries.length - known.length
  const times = known.length > 0 ? medianAndWorst(known) : 'never back'
  const isGood = never === 0 && known.every((each) => each <= LIMIT_MS)
  return row(what, isGood, `${recoveries.length} times, ${times}${never ? `, ${never} times not within 30 s` : ''}`)
}
