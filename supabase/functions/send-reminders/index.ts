// Runs every few minutes: records due reminders, and mails about children who soon come of age. The next run of deliver-mail sends them.
import { forSecretKey, unwrap } from '../_shared/serve.ts'

export default {
  fetch: forSecretKey(async ({ asServiceRole }) => ({
    appointments: unwrap(await asServiceRole.rpc('record_due_reminders')),
    comingOfAge: unwrap(await asServiceRole.rpc('record_coming_of_age_mails')),
  })),
}
