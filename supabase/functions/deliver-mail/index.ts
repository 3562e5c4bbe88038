// Each minute: sends what waits in the outbox. Two at once share the work, because each mail is claimed by one.
import { deliver } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { forSecretKey, unwrap } from '../_shared/serve.ts'

const AT_ONCE = 10
// A run ends before the next begins, and before a function is stopped for taking too long.
const MAX_RUN_MS = 15_000

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => {
    const outcome = { sent: 0, failed: 0 }
    // Where nothing can be sent nothing is tried: mails wait, as long as they are true, until somebody configures it.
    if (!canSendMail()) return { ...outcome, configured: false }
    const started = Date.now()
    while (Date.now() - started < MAX_RUN_MS) {
      const mails = unwrap(await asServiceRole.rpc('claim_due_mails', { most: AT_ONCE }))
      const deliveries = await deliver(asServiceRole, mails)
      const sent = deliveries.filter((delivery) => delivery.sent).length
      outcome.sent += sent
      outcome.failed += deliveries.length - sent
      // Fewer than asked for: that was all. A closed way does not open by knocking faster; recipients who are refused close none.
      if (mails.length < AT_ONCE || deliveries.every(({ providerUnavailable }) => providerUnavailable)) break
    }
    return outcome
  }),
}
