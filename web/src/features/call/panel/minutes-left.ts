const MINUTE_MS = 60_000
/** The doctor is warned from this many remaining minutes on. */
export const FEW_MINUTES = 5

export type TimeLeft = { state: 'early' } | { state: 'running' | 'ending'; minutes: number } | { state: 'over' }

/** The remaining time of an appointment, with minutes rounded up. */
export function timeLeft({ starts_at, ends_at }: { starts_at: string; ends_at: string }, now: Date): TimeLeft {
  if (now.getTime() < Date.parse(starts_at)) return { state: 'early' }
  const minutes = Math.ceil((Date.parse(ends_at) - now.getTime()) / MINUTE_MS)
  if (minutes <= 0) return { state: 'over' }
  return { state: minutes <= FEW_MINUTES ? 'ending' : 'running', minutes }
}
