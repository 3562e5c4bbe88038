import { isTemporary } from '../../../lib/errors.ts'
import { endCall } from '../queries.ts'

const RETRY_AFTER_MS = [1000, 3000, 10_000]

/** Ends the call for both, with retries. The doctor's page may already have left the call. Throws if the server stays unreachable. */
export async function endForBoth(appointmentId: string) {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      await endCall(appointmentId)
      return
    } catch (error) {
      if (!isTemporary(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
  await endCall(appointmentId)
}
