/** Some mail programs refuse longer addresses. */
const MAX_QUOTE_LENGTH = 1200

/** The address of a link that opens an answer with the message quoted. */
export function replyTo({ email, message }: { email: string; message: string }, brand: string) {
  const quoted = message
    .slice(0, MAX_QUOTE_LENGTH)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n')
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?subject=${encodeURIComponent(`Re: ${brand}`)}&body=${encodeURIComponent(`\r\n\r\n${quoted}`)}`
}
