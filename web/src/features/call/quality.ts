// Rates the quality of a connection from the browser's measurements. Pure functions, except for the meter.

/** From worst to best. */
export const QUALITIES = ['poor', 'fair', 'good'] as const
export type Quality = (typeof QUALITIES)[number]

/** A sample of one direction of the connection over the last seconds. Fields that could not be measured are missing. */
export interface LinkSample {
  /** The share of lost packets, from 0 to 1. */
  loss?: number
  roundTripMs?: number
  jitterMs?: number
  /** The browser's estimate of the upload bandwidth. */
  availableKbps?: number
}

type Measure = keyof LinkSample

/** The limits from which on a connection is only fair, or poor. */
const LIMITS: Record<Measure, { fair: number; poor: number }> = {
  loss: { fair: 0.03, poor: 0.1 },
  roundTripMs: { fair: 400, poor: 1000 },
  jitterMs: { fair: 50, poor: 150 },
  // Below the second limit there is hardly room for video beside sound. Chromium never estimates less than about 85 while it sends both.
  availableKbps: { fair: 200, poor: 100 },
}

/** Hysteresis: for a better rating, a value must clear the limit by this factor. This keeps the rating from flipping. */
const MARGIN = 0.7
/** How many consecutive samples a worse or better rating needs. */
const SAMPLES_DOWN = 2
const SAMPLES_UP = 4

const rankOf = (quality: Quality) => QUALITIES.indexOf(quality)

export const worstOf = (qualities: (Quality | undefined)[]): Quality | undefined => QUALITIES.find((each) => qualities.includes(each))

function isBeyond(measure: Measure, value: number, limit: 'fair' | 'poor', isBetterThanNow: boolean) {
  const bound = LIMITS[measure][limit]
  if (measure === 'availableKbps') return value < (isBetterThanNow ? bound / MARGIN : bound)
  return value >= (isBetterThanNow ? bound * MARGIN : bound)
}

/** Rates a single sample, with hysteresis around the present rating. Undefined if nothing was measured. */
export function rate(sample: LinkSample, present?: Quality): Quality | undefined {
  const measured = (Object.keys(LIMITS) as Measure[]).flatMap((measure) => {
    const value = sample[measure]
    return value === undefined ? [] : [{ measure, value }]
  })
  if (measured.length === 0) return undefined
  const reaches = (limit: 'fair' | 'poor') =>
    // For a rating better than the present one, the value must also clear the margin.
    measured.some(({ measure, value }) => isBeyond(measure, value, limit, present !== undefined && rankOf(present) <= rankOf(limit)))
  return reaches('poor') ? 'poor' : reaches('fair') ? 'fair' : 'good'
}

/** Rates one direction of a connection over time. The rating changes only after several consecutive samples. */
export class QualityMeter {
  #quality: Quality | undefined
  #streak: { direction: 'up' | 'down'; count: number } | undefined

  get quality() {
    return this.#quality
  }

  take(sample: LinkSample): Quality | undefined {
    const rated = rate(sample, this.#quality)
    if (rated === undefined) return this.#quality
    // The first sample of a new connection is unreliable, so a poor one is only shown as fair.
    this.#quality ??= rated === 'poor' ? 'fair' : rated
    if (rated === this.#quality) {
      this.#streak = undefined
      return this.#quality
    }
    const direction = rankOf(rated) > rankOf(this.#quality) ? 'up' : 'down'
    const count = this.#streak?.direction === direction ? this.#streak.count + 1 : 1
    this.#streak = { direction, count }
    if (count >= (direction === 'down' ? SAMPLES_DOWN : SAMPLES_UP)) {
      this.#quality = rated
      this.#streak = undefined
    }
    return this.#quality
  }
}
