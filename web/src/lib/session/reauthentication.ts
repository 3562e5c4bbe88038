// Some changes need a recent sign-in, or one with the second factor. The person is asked to sign in, and the change continues afterwards.
import { useSyncExternalStore } from 'react'
import { AppError } from '../errors.ts'

interface Question {
  /** The element to which the focus returns. */
  from: Element | null
  answer: (isProven: boolean) => void
}

let question: Question | undefined
let asking: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function show(next: Question | undefined) {
  question = next
  for (const listener of listeners) listener()
}

function ask() {
  asking ??= new Promise<boolean>((answer) => show({ from: document.activeElement, answer })).finally(() => {
    asking = undefined
    show(undefined)
  })
  return asking
}

const isReason = (error: unknown, ...reasons: string[]) => error instanceof AppError && reasons.includes(error.reason)

/** Runs `work`. If the server requires it, asks the person to sign in again and then reruns `work`. See `isCancelled`. */
export async function reauthenticated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isReason(error, 'reauthentication_needed', 'second_factor_needed')) throw error
    if (!(await ask())) throw new AppError('reauthentication_cancelled', {}, { cause: error })
    return work()
  }
}

/** Whether the person declined to sign in again. Then there is no error to show. */
export const isCancelled = (error: unknown) => isReason(error, 'reauthentication_cancelled')

export function useReauthentication() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
    () => undefined,
  )
}
