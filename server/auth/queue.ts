// Limits how many jobs run and wait at the same time, and refuses more. Used for password hashing, the most expensive work here.
import { AuthError } from './errors.ts'

export interface QueueLimits {
  concurrency: number
  maxWaiting: number
}

export function createQueue({ concurrency, maxWaiting }: QueueLimits) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function queued<T>(work: () => Promise<T>) {
    if (running < concurrency) running++
    else {
      if (waiting.length >= maxWaiting) throw new AuthError(503, 'over_capacity', 'Too many requests at the moment', { retryAfter: 2 })
      // A job that ends passes its slot on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
