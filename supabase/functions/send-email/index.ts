// Sends the mails about a stored contact message immediately. Recipient, subject and text are created here, never taken from the caller:
// `to`, `subject`, `html` and `replyTo` may be sent and are ignored.
import { deliver, wordsIn } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { UUID } from '../_shared/rules.ts'
import { type Call, forEverybody, Refusal, unwrap } from '../_shared/serve.ts'

const KINDS = ['notice', 'confirmation']
// Only the sender knows the id of a new message. After this time, an id reveals nothing to anybody.
const FRESH_MS = 60 * 60 * 1000

export default {
  fetch: forEverybody(async ({ body, address, asServiceRole }) => {
    const { kind, id } = wantedBy(body)
    // The response is the same whether the mail was sent, is being sent, or does not exist. Calls beyond the rate limit send nothing at
    // once, but the background job still sends the mail within a minute.
    const hurries = unwrap(await asServiceRole.rpc('may_hurry_mail', { caller: address })) && (await isFresh(asServiceRole, id))
    if (!hurries) return { accepted: true }
    if (!canSendMail()) return isConfirmation(kind) ? { accepted: true } : failure(503, 'mail_not_configured')
    const mails = unwrap(await asServiceRole.rpc('claim_mails_about', { kind, subject: id }))
    const fault = mails.length ? (await deliver(asServiceRole, mails))[0]?.error : await lastFault(asServiceRole, kind, id)
    // The caller must not learn anything about the sender's address, not even whether its mail server accepts it.
    return fault && !isConfirmation(kind) ? failure(502, wordsIn(fault) || 'mail_not_sent') : { accepted: true }
  }),
}

function wantedBy({ message_id: id, kind }: Record<string, unknown>) {
  if (typeof id !== 'string' || !UUID.test(id)) throw new Refusal(400, 'invalid_message', 'message_id must be an id')
  if (typeof kind !== 'string' || !KINDS.includes(kind)) throw new Refusal(400, 'invalid_kind', `kind must be one of ${KINDS.join(', ')}`)
  return { kind: `contact_${kind}`, id }
}

const isConfirmation = (kind: string) => kind === 'contact_confirmation'

async function isFresh(db: Call['asServiceRole'], id: string) {
  const since = new Date(Date.now() - FRESH_MS).toISOString()
  return unwrap(await db.from('contact_messages').select('id').eq('id', id).gte('created_at', since)).length > 0
}

// If the mail failed before and is not due yet, the earlier error still applies.
async function lastFault(db: Call['asServiceRole'], kind: string, id: string) {
  const [mail] = unwrap(await db.rpc('mail_states_about', { kind, subject: id }))
  return mail && ['waiting', 'failed'].includes(mail.state) ? (mail.last_error ?? undefined) : undefined
}

// The contact form understands this form of error: one of our codes, or the provider's message.
const failure = (status: number, error: string) => Response.json({ error }, { status })
