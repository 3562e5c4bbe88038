// Runs every few minutes: cancels unanswered requests whose time has passed, and completes confirmed appointments that nobody closed
// within a week.
import { forSecretKey, unwrap } from '../_shared/serve.ts'

const AT_ONCE = 200
// Limits a run, so that it ends well before the next one starts. The next run takes the rest.
const MAX_ROUNDS = 10

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => {
    const closed = { expired: 0, completed: 0 }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [batch] = unwrap(await asServiceRole.rpc('close_past_appointments', { most: AT_ONCE }))
      closed.expired += batch?.expired ?? 0
      closed.completed += batch?.completed ?? 0
      if (!batch || Math.max(batch.expired, batch.completed) < AT_ONCE) break
    }
    return closed
  }),
}
