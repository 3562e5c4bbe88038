// What the contact form takes, and how it is sent. The database holds the same limits.
import * as z from 'zod/mini'
import type { TextKey } from '../../lib/i18n.tsx'

const required = () => z.string().check(z.trim(), z.minLength(1, 'contact.fieldRequired' satisfies TextKey))

export const ContactMessage = z.object({
  name: required().check(z.maxLength(100, 'contact.nameTooLong' satisfies TextKey)),
  email: required().check(
    z.maxLength(254),
    z.regex(/^[^\s@,;:<>()"\\]+@[^\s@,;:<>()"\\]+\.[^\s@,;:<>()"\\]+$/, 'contact.invalidEmail' satisfies TextKey),
  ),
  phone: z.string().check(z.trim(), z.maxLength(40)),
  message: required().check(z.maxLength(2000, 'contact.messageTooLong' satisfies TextKey)),
})

export type ContactInput = z.infer<typeof ContactMessage>

export const LONGEST_MESSAGE = 2000

/** Stored before anything else, so that a mail fault loses nothing. The id is ours: sent twice, it is stored once. */
export async function sendContactMessage(id: string, input: ContactInput, language: string): Promise<'sent' | 'too-many' | 'failed'> {
  try {
    const { supabase } = await import('../../lib/supabase.ts')
    const { error } = await supabase.from('contact_messages').insert({ id, ...input, phone: input.phone || null, language })
    if (!error || error.code === '23505') return 'sent'
    return error.message === 'too_many_messages' ? 'too-many' : 'failed'
  } catch {
    return 'failed'
  }
}
