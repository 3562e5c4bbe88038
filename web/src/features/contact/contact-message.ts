// Validates and sends a contact message. Loaded when a visitor begins to write, not with the page. The database has the same limits.
import * as z from 'zod/mini'
import { MAX_HONEYPOT_LENGTH, SERVICES } from '../../../../supabase/functions/_shared/rules.ts'
import { EMAIL } from '../../lib/email.ts'
import type { TextKey } from '../../lib/i18n.tsx'
import { MAX_LENGTH } from './contact-limits.ts'

const required = () => z.string().check(z.trim(), z.minLength(1, 'contact.fieldRequired' satisfies TextKey))

export const ContactMessage = z.object({
  name: required().check(z.maxLength(MAX_LENGTH.name, 'contact.nameTooLong' satisfies TextKey)),
  email: required().check(
    z.maxLength(MAX_LENGTH.email, 'contact.emailTooLong' satisfies TextKey),
    z.regex(EMAIL, 'contact.invalidEmail' satisfies TextKey),
  ),
  phone: z.string().check(z.trim(), z.maxLength(MAX_LENGTH.phone, 'contact.phoneTooLong' satisfies TextKey)),
  /** Empty for a message about something else. */
  service: z.enum(['', ...SERVICES]),
  message: required().check(z.maxLength(MAX_LENGTH.message, 'contact.messageTooLong' satisfies TextKey)),
  /** A honeypot: people do not see it, so only bots fill it in. Their messages are not mailed. */
  website: z.string().check(z.overwrite((value) => value.slice(0, MAX_HONEYPOT_LENGTH))),
})

export type ContactInput = z.infer<typeof ContactMessage>

/** `said`: the error message of the mail provider. */
export type Outcome = { reason: 'sent' } | { reason: 'too-many' | 'maintenance' | 'failed' | 'offline'; said?: string }

/**
 * Stores the message before sending mails, so that a mail error loses nothing. The client chooses the id, so a message sent twice is stored
 * and mailed once.
 */
export async function sendContactMessage(
  id: string,
  { phone, service, website, ...input }: ContactInput,
  language: string,
): Promise<Outcome> {
  try {
    const { loadFunctions, supabase } = await import('../../lib/data/supabase.ts')
    const row = { id, ...input, phone: phone || null, service: service || null, website: website || null, language }
    const { error } = await supabase.from('contact_messages').insert(row)
    if (error && error.code !== '23505') return error.message === 'too_many_messages' ? { reason: 'too-many' } : failure()
    const fault = await faultOf(mail('notice'))
    if (fault !== undefined) return outcomeOf(fault)
    // oxlint-disable-next-line no-console -- the message itself has arrived, so the visitor has nothing to do
    void faultOf(mail('confirmation')).then((second) => second !== undefined && console.warn('No confirmation was sent:', second))
    return { reason: 'sent' }

    async function mail(kind: 'notice' | 'confirmation') {
      return (await loadFunctions()).invoke<{ error?: string }>('send-email', { body: { message_id: id, kind } })
    }
  } catch {
    return failure()
  }
}

const failure = (): Outcome => ({ reason: navigator.onLine ? 'failed' : 'offline' })

/** Undefined on success, otherwise the message of the error, as far as it is known. */
async function faultOf(call: Promise<{ data: { error?: string } | null; error: unknown }>): Promise<string | undefined> {
  const { data, error } = await call
  if (!error) return data?.error
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) return ''
  const answer: unknown = await context.json().catch(() => undefined)
  return typeof answer === 'object' && answer && 'error' in answer && typeof answer.error === 'string' ? answer.error : ''
}

// Matches errors that only the operator can fix. For these, visitors are not asked to try again.
const OPERATORS = /domain|verif|from address|testing|mail_not_configured/i

function outcomeOf(fault: string): Outcome {
  if (OPERATORS.test(fault)) return { reason: 'maintenance' }
  return fault === '' || fault === 'mail_not_sent' ? failure() : { reason: 'failed', said: fault }
}
