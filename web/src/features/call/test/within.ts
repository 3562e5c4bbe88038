import { AppError } from '../../../lib/errors.ts'

/** The value if it comes in time, else an AppError named `reason`. */
export async function within<Value>(ms: number, reason: string, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError(reason)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
