// Hurries the mails about a stored contact message. Recipient, subject and text are made here, never taken from the caller:
// `to`, `subject`, `html` and `replyTo` may be sent along and are not read.
import { deliver, wordsIn } from '../_shared/mail/outbox.ts'
import { canSendMail } from '../_shared/mail/transport.ts'
import { UUID } from '../_shared/rules.ts'
import { type Call, forEverybody, Refusal, unwrap } from '../_shared/serve.ts'

const KINDS = ['notice', 'confirmation']
// Whoever just wrote the message has its id. Later an id tells nothing, whoever has it.
const FRESH_MS = 60 * 60 * 1000

export default {
  fetch: forEverybody(async ({ body, address, asServiceRole }) => {
    const { kind, id } = wantedBy(body)
    // The same answer for one that was sent, one that is being sent, and one that never was. Who calls too often is not helped to
    // hurry, but loses nothing either: the background sends it within a minute.
    const hurries = unwrap(await asServiceRole.rpc('may_hurry_mail', { caller: address })) && (await isFresh(asServiceRole, id))
    if (!hurries) return { accepted: true }
    if (!canSendMail()) return isConfirmation(kind) ? { accepted: true } : failure(503, 'mail_not_configured')
    const mails = unwrap(await asServiceRole.rpc('claim_mails_about', { kind, subject: id }))
    const fault = mails.length ? (await deliver(asServiceRole, mails))[0]?.error : await lastFault(asServiceRole, kind, id)
    // Whoever types an address learns nothing about it: not whether a server knows it either.
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

// Not due yet after an earlier failure: what was said then still holds.
async function lastFault(db: Call['asServiceRole'], kind: string, id: string) {
  const [mail] = unwrap(await db.rpc('mail_states_about', { kind, subject: id }))
  return mail && ['waiting', 'failed'].includes(mail.state) ? (mail.last_error ?? undefined) : undefined
}

// The shape that the contact form's error catalogue reads: a name of ours, or the provider's words.
const failure = (status: number, error: string) => Response.json({ error }, { status })
