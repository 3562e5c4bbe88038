// Runs every few minutes: records the reminders that are due, and the mails about children who soon come of age. They are sent with the next
// mails.
import { forSecretKey, unwrap } from '../_shared/serve.ts'

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => ({
    appointments: unwrap(await asServiceRole.rpc('record_due_reminders')),
    comingOfAge: unwrap(await asServiceRole.rpc('record_coming_of_age_mails')),
  })),
}
