import { isTemporary } from '../../../lib/errors.ts'
import { endCall } from '../queries.ts'

const RETRY_AFTER_MS = [1000, 3000, 10_000]

/** The doctor's page may be gone from the call already. Fails if the server was not reached after all. */
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
