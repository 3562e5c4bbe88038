// Runs every few minutes: records the reminders that are due. They are sent with the next mails.
import { forSecretKey, unwrap } from '../_shared/serve.ts'

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => ({ appointments: unwrap(await asServiceRole.rpc('record_due_reminders')) })),
}
