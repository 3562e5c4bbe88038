// How good a connection is, from what the browser measures. Pure: the same numbers always give the same answer.

/** From worst to best. */
export const QUALITIES = ['poor', 'fair', 'good'] as const
export type Quality = (typeof QUALITIES)[number]

/** One direction of the connection, over the last seconds. What could not be measured is left out. */
export interface LinkSample {
  /** The share of packets that did not arrive, from 0 to 1. */
  loss?: number
  roundTripMs?: number
  jitterMs?: number
  /** What the browser believes it could send. */
  availableKbps?: number
}

type Measure = keyof LinkSample

/** From here on a connection is only fair, or poor. */
const LIMITS: Record<Measure, { fair: number; poor: number }> = {
  loss: { fair: 0.03, poor: 0.1 },
  roundTripMs: { fair: 400, poor: 1000 },
  jitterMs: { fair: 50, poor: 150 },
  // Below the second there is hardly room for a face beside a voice. Chromium never believes in less than about 85 while it sends both.
  availableKbps: { fair: 200, poor: 100 },
}

/** A value close to its limit does not switch back and forth: to be rated better, it must be better by this much. */
const MARGIN = 0.7
/** How many samples in a row it takes to be rated worse, or better. */
const SAMPLES_DOWN = 2
const SAMPLES_UP = 4

const rankOf = (quality: Quality) => QUALITIES.indexOf(quality)

export const worstOf = (qualities: (Quality | undefined)[]): Quality | undefined => QUALITIES.find((each) => qualities.includes(each))

function isBeyond(measure: Measure, value: number, limit: 'fair' | 'poor', isBetterThanNow: boolean) {
  const bound = LIMITS[measure][limit]
  if (measure === 'availableKbps') return value < (isBetterThanNow ? bound / MARGIN : bound)
  return value >= (isBetterThanNow ? bound * MARGIN : bound)
}

/** What the sample alone says, compared with the present rating. Undefined if nothing was measured. */
export function rate(sample: LinkSample, present?: Quality): Quality | undefined {
  const measured = (Object.keys(LIMITS) as Measure[]).flatMap((measure) => {
    const value = sample[measure]
    return value === undefined ? [] : [{ measure, value }]
  })
  if (measured.length === 0) return undefined
  const reaches = (limit: 'fair' | 'poor') =>
    // Being rated better than now means having left this limit behind.
    measured.some(({ measure, value }) => isBeyond(measure, value, limit, present !== undefined && rankOf(present) <= rankOf(limit)))
  return reaches('poor') ? 'poor' : reaches('fair') ? 'fair' : 'good'
}

/** Follows one direction of a connection. It changes its mind only after several samples in a row. */
export class QualityMeter {
  #quality: Quality | undefined
  #streak: { direction: 'up' | 'down'; count: number } | undefined

  get quality() {
    return this.#quality
  }

  take(sample: LinkSample): Quality | undefined {
    const rated = rate(sample, this.#quality)
    if (rated === undefined) return this.#quality
    // The first sample of a connection that has just opened says little about a bad one, but something must be shown.
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
