// Runs every minute: sends the mails in the outbox, records the next ones of an announcement, and gives up account mails whose link has expired. Two runs at once share the work,
// because each mail is claimed by only one of them.
import { deliver } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { forSecretKey, unwrap } from '../_shared/serve.ts'

const AT_ONCE = 10
// A run ends before the next one starts, and before the timeout of a function.
const MAX_RUN_MS = 15_000

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => {
    const outcome = { sent: 0, failed: 0, expired: unwrap(await asServiceRole.rpc('expire_account_mails')) }
    unwrap(await asServiceRole.rpc('record_legal_mails'))
    // oxlint-disable-next-line no-console -- The log of a function, on both backends.
    if (outcome.expired > 0) console.error(`Account mails given up because their links have expired: ${outcome.expired}`)
    // Without a mail configuration nothing is attempted. Mails wait until there is one, as long as they are not outdated.
    if (!canSendMail()) return { ...outcome, configured: false }
    const started = Date.now()
    while (Date.now() - started < MAX_RUN_MS) {
      const mails = unwrap(await asServiceRole.rpc('claim_due_mails', { most: AT_ONCE }))
      const deliveries = await deliver(asServiceRole, mails)
      const sent = deliveries.filter((delivery) => delivery.sent).length
      outcome.sent += sent
      outcome.failed += deliveries.length - sent
      // Fewer than requested means that the outbox is empty. If the provider is unavailable for all of them, more attempts do not help.
      if (mails.length < AT_ONCE || deliveries.every(({ providerUnavailable }) => providerUnavailable)) break
    }
    return outcome
  }),
}
