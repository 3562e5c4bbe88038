// What the contact form takes, and how it is sent. The database holds the same limits.
import * as z from 'zod/mini'
import { EMAIL, MAX_EMAIL_LENGTH } from '../../lib/email.ts'
import type { TextKey } from '../../lib/i18n.tsx'

export const MAX_LENGTH = { name: 100, email: MAX_EMAIL_LENGTH, phone: 40, message: 2000 }

const required = () => z.string().check(z.trim(), z.minLength(1, 'contact.fieldRequired' satisfies TextKey))

export const ContactMessage = z.object({
  name: required().check(z.maxLength(MAX_LENGTH.name, 'contact.nameTooLong' satisfies TextKey)),
  email: required().check(
    z.maxLength(MAX_LENGTH.email, 'contact.emailTooLong' satisfies TextKey),
    z.regex(EMAIL, 'contact.invalidEmail' satisfies TextKey),
  ),
  phone: z.string().check(z.trim(), z.maxLength(MAX_LENGTH.phone, 'contact.phoneTooLong' satisfies TextKey)),
  message: required().check(z.maxLength(MAX_LENGTH.message, 'contact.messageTooLong' satisfies TextKey)),
  /** Hidden from people: who fills it in is a program, and no mail is sent for it. */
  website: z.string().check(z.overwrite((value) => value.slice(0, 200))),
})

export type ContactInput = z.infer<typeof ContactMessage>

/** `said`: the mail provider's own words. */
export type Outcome = { reason: 'sent' } | { reason: 'too-many' | 'maintenance' | 'failed' | 'offline'; said?: string }

/** Stored before anything else, so that a mail fault loses nothing. The id is ours: sent twice, it is stored and mailed once. */
export async function sendContactMessage(id: string, { phone, website, ...input }: ContactInput, language: string): Promise<Outcome> {
  try {
    const { supabase } = await import('../../lib/supabase.ts')
    const row = { id, ...input, phone: phone || null, website: website || null, language }
    const { error } = await supabase.from('contact_messages').insert(row)
    if (error && error.code !== '23505') return error.message === 'too_many_messages' ? { reason: 'too-many' } : failure()
    const fault = await faultOf(mail('notice'))
    if (fault !== undefined) return outcomeOf(fault)
    // oxlint-disable-next-line no-console -- The message itself has arrived: nothing for the visitor to do.
    void faultOf(mail('confirmation')).then((second) => second !== undefined && console.warn('No confirmation was sent:', second))
    return { reason: 'sent' }

    function mail(kind: 'notice' | 'confirmation') {
      return supabase.functions.invoke<{ error?: string }>('send-email', { body: { message_id: id, kind } })
    }
  } catch {
    return failure()
  }
}

const failure = (): Outcome => ({ reason: navigator.onLine ? 'failed' : 'offline' })

/** Undefined when all is well; else what went wrong, as far as it was said. */
async function faultOf(call: Promise<{ data: { error?: string } | null; error: unknown }>): Promise<string | undefined> {
  const { data, error } = await call
  if (!error) return data?.error
  const { context } = error as { context?: unknown }
  if (!(context instanceof Response)) return ''
  const answer: unknown = await context.json().catch(() => undefined)
  return typeof answer === 'object' && answer && 'error' in answer && typeof answer.error === 'string' ? answer.error : ''
}

// What only the operator can mend is no reason to let people try again and again.
const OPERATORS = /domain|verif|from address|testing|mail_not_configured/i

function outcomeOf(fault: string): Outcome {
  if (OPERATORS.test(fault)) return { reason: 'maintenance' }
  return fault === '' || fault === 'mail_not_sent' ? failure() : { reason: 'failed', said: fault }
}
