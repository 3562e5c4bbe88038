// Limits per visitor. Rates are multiplied by the configured factor; 0 switches them off.
import { MAX_BODY_BYTES } from '../request-limits.ts'

export const LIMITS = {
  frameBytes: MAX_BODY_BYTES.message,
  /** Unread bytes per client. Slower clients are disconnected; they reconnect and refetch. */
  unreadBytes: 4_000_000,
  idleMs: 60_000,
  channelsPerSocket: 100,
  subscriptionsPerChannel: 50,
  filterCharacters: 4000,
  /** Subscriptions of one person with filters that only the database can compare. */
  comparedFilters: 100,
  presenceBytes: 10_000,
  /** Frames of one socket in the queue. */
  waitingFrames: 100,
  waitingBytes: 1_000_000,
  /** Larger frames are queued as bytes, because their parsed form takes many times the memory. */
  parsedBytes: 16_000,
  /** Queued queries about rights. */
  waitingQuestions: 500,
  socketsPerNetwork: 500,
  messagesPerRequest: 1000,
  /** Refused clients retry forever, so each refusal is delayed. */
  refusalDelayMs: 1000,
  sessionCheckMs: 3000,
  /** The number of private-topic rights that one run rechecks; the rest follow in the next run. */
  rightsPerCheck: 100,
} as const

export const RATES = {
  joinsPerNetwork: { burst: 200, perSecond: 100 },
  eventsPerSocket: { burst: 200, perSecond: 100 },
  /** Joins, leaves, and frames without a channel. */
  callsPerSocket: { burst: 500, perSecond: 100 },
  requestsPerNetwork: { burst: 200, perSecond: 100 },
  presencePerChannel: { burst: 5, perSecond: 5 / 30 },
} satisfies Record<string, Rate>

export interface Rate {
  burst: number
  perSecond: number
}

export interface RateLimiter {
  /** Returns false when the limit is reached. */
  take: (amount?: number) => boolean
  isFull: () => boolean
}

/** A token bucket with `burst` tokens that refills by `perSecond`. */
export function createRateLimiter({ burst, perSecond }: Rate, factor: number): RateLimiter {
  let left = burst * factor
  let filledAt = performance.now()
  const fill = () => {
    const now = performance.now()
    left = Math.min(burst * factor, left + ((now - filledAt) / 1000) * perSecond * factor)
    filledAt = now
  }
  return {
    take(amount = 1) {
      if (factor === 0) return true
      fill()
      if (left < amount) return false
      left -= amount
      return true
    },
    isFull() {
      fill()
      return left >= burst * factor
    },
  }
}

/** One limiter for each key; `sweep` drops those that are full again. */
export function createRateLimiters(rate: Rate, factor: number) {
  const byName = new Map<string, RateLimiter>()
  return {
    take(name: string, amount = 1) {
      let limiter = byName.get(name)
      if (!limiter) byName.set(name, (limiter = createRateLimiter(rate, factor)))
      return limiter.take(amount)
    },
    sweep() {
      for (const [name, limiter] of byName) if (limiter.isFull()) byName.delete(name)
    },
  }
}
