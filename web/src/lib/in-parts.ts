// Changing many rows with calls that each have one second: on a busy machine a single call would not be done with all of them.
import { AppError, isBusy } from './errors.ts'

interface Result {
  id: string
  /** The name of what went wrong; null if nothing did. */
  error: string | null
}

/** What went wrong, by id. Those that are not in it were changed. */
export async function inParts<Item extends { id: string }>(items: Item[], size: number, send: (part: Item[]) => Promise<Result[]>) {
  const failed = new Map<string, AppError>()
  for (let start = 0; start < items.length; start += size) await sendPart(items.slice(start, start + size))
  return failed

  async function sendPart(part: Item[], isSecond = false) {
    try {
      for (const { id, error } of await send(part)) if (error) failed.set(id, new AppError(error))
    } catch (error) {
      const problem = error instanceof AppError ? error : new AppError('failed')
      // A failed call has changed none of them. If it timed out, each may still be quick enough alone.
      if (part.length > 1 && problem.reason !== 'unreachable') for (const each of part) await sendPart([each])
      else if (!isSecond && isBusy(problem)) await sendPart(part, true)
      // Nobody knows about these; the list shows their state once it is refreshed.
      else for (const { id } of part) failed.set(id, problem)
    }
  }
}
