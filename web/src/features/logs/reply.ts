import { referenceOf } from '../../../../supabase/functions/_shared/rules.ts'

/** Limits the quote, because some mail programs refuse longer links. */
const MAX_QUOTE_LENGTH = 1200

/** A mailto link for an answer that quotes the message and has its reference in the subject. */
export function replyTo({ id, email, message }: { id: string; email: string; message: string }, brand: string) {
  const quoted = message
    .slice(0, MAX_QUOTE_LENGTH)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Re: ${brand} (${referenceOf(id)})`)}&body=${encodeURIComponent(`\r\n\r\n${quoted}`)}`
}
