// Changes many rows with several calls, because each call may take only one second and a busy machine could not change all rows in one.
import { AppError, isBusy } from './errors.ts'

interface Result {
  id: string
  /** The name of the error, or null on success. */
  error: string | null
}

/** Returns the errors by id. Items without an error were changed. */
export async function inParts<Item extends { id: string }>(items: Item[], size: number, send: (part: Item[]) => Promise<Result[]>) {
  const failed = new Map<string, AppError>()
  for (let start = 0; start < items.length; start += size) await sendPart(items.slice(start, start + size))
  return failed

  async function sendPart(part: Item[], isSecond = false) {
    try {
      for (const { id, error } of await send(part)) if (error) failed.set(id, new AppError(error))
    } catch (error) {
      const problem = error instanceof AppError ? error : new AppError('failed')
      // A failed call has changed none of its items. If it timed out, each item may still be quick enough alone.
      if (part.length > 1 && problem.reason !== 'unreachable') for (const each of part) await sendPart([each])
      else if (!isSecond && isBusy(problem)) await sendPart(part, true)
      // The state of these items is unknown. The list shows it once it is refreshed.
      else for (const { id } of part) failed.set(id, problem)
    }
  }
}
