// Runs every minute: sends the mails in the outbox, records the next mails of an announcement, and gives up account mails whose link has
// expired. Two runs at once share the work, because only one of them claims each mail.
import { deliver } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { forSecretKey, unwrap } from '../_shared/serve.ts'

const AT_ONCE = 10
// Limits a run, so that it ends before the next one starts and before a function times out.
const MAX_RUN_MS = 15_000

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => {
    const outcome = { sent: 0, failed: 0, expired: unwrap(await asServiceRole.rpc('expire_account_mails')) }
    unwrap(await asServiceRole.rpc('record_legal_mails'))
    // oxlint-disable-next-line no-console -- Functions log to the console on both backends.
    if (outcome.expired > 0) console.error(`Account mails given up because their links have expired: ${outcome.expired}`)
    // Mails wait for a mail configuration as long as they are not outdated.
    if (!canSendMail()) return { ...outcome, configured: false }
    const started = Date.now()
    while (Date.now() - started < MAX_RUN_MS) {
      const mails = unwrap(await asServiceRole.rpc('claim_due_mails', { most: AT_ONCE }))
      const deliveries = await deliver(asServiceRole, mails)
      const sent = deliveries.filter((delivery) => delivery.sent).length
      outcome.sent += sent
      outcome.failed += deliveries.length - sent
      // A short batch means that the outbox is empty. More attempts are pointless if the provider is unavailable for every mail.
      if (mails.length < AT_ONCE || deliveries.every(({ providerUnavailable }) => providerUnavailable)) break
    }
    return outcome
  }),
}
