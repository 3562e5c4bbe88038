// So many at once, so many waiting, and the rest is told to come back: hashing passwords is the one thing here that eats processors.
import { AuthError } from './errors.ts'

export interface QueueLimits {
  lanes: number
  mostWaiting: number
}

export function createQueue({ lanes, mostWaiting }: QueueLimits) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function queued<T>(work: () => Promise<T>) {
    if (running < lanes) running++
    else {
      if (waiting.length >= mostWaiting) throw new AuthError(503, 'over_capacity', 'Too many requests at the moment', { retryAfter: 2 })
      // Whoever leaves hands the lane over, so it stays counted.
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
