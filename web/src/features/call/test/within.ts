import { AppError } from '../../../lib/errors.ts'

/** Resolves with the value if it arrives in time. Otherwise throws an AppError with `reason`. */
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
