// Sends the mails about an appointment immediately. A trigger has already recorded them; without this call they go out within a minute.
import { deliver } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { UUID } from '../_shared/rules.ts'
import { forPeople, Refusal, unwrap } from '../_shared/serve.ts'

const STATUSES_OF: Record<string, string[] | undefined> = {
  appointment_created: ['pending'],
  appointment_confirmed: ['confirmed'],
  appointment_cancelled: ['cancelled'],
  appointment_rescheduled: ['pending', 'confirmed'],
}

export default {
  fetch: forPeople(async ({ body, db, asServiceRole }) => {
    const { kind, statuses, id } = wantedBy(body)
    // Reads with the caller's own rights: for anybody but the patient, the doctor and admins the appointment does not exist.
    const [appointment] = unwrap(await db.from('appointments').select('status').eq('id', id))
    if (!appointment) throw new Refusal(404, 'appointment_not_found', 'There is no such appointment')
    if (!statuses.includes(appointment.status)) throw new Refusal(409, 'type_does_not_match', 'The appointment has another status')
    if (!canSendMail()) return { sent: 0 }
    const mails = unwrap(await asServiceRole.rpc('claim_mails_about', { kind, subject: id }))
    const deliveries = await deliver(asServiceRole, mails)
    // The caller could do nothing about a failed mail, which is retried in the background.
    return { sent: deliveries.filter(({ sent }) => sent).length }
  }),
}

function wantedBy({ type, appointment }: Record<string, unknown>) {
  const statuses = typeof type === 'string' && Object.hasOwn(STATUSES_OF, type) ? STATUSES_OF[type] : undefined
  const id = typeof appointment === 'object' && appointment !== null && 'id' in appointment ? appointment.id : undefined
  if (typeof type !== 'string' || !statuses)
    throw new Refusal(400, 'invalid_type', `type must be one of ${Object.keys(STATUSES_OF).join(', ')}`)
  if (typeof id !== 'string' || !UUID.test(id)) throw new Refusal(400, 'invalid_appointment', 'appointment.id must be an id')
  return { kind: type, statuses, id }
}
