// Cleans the text of a message and finds the links in it.

/** Removes characters that the database rejects. Pasted text often contains such invisible characters. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    // Control characters except line breaks and tabs, and characters that override the text direction.
    .replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u206f]/gu, '')
    // Lone surrogates, which PostgreSQL cannot store.
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim()

export interface TextPart {
  text: string
  /** Undefined for plain text. */
  href?: string
}

// An invisible character ends a link, as a space does, because it could disguise the link's target.
const LINK = /\bhttps?:\/\/[^\s<>"'`\p{Cf}]+/giu
const TRAILING = /[.,;:!?…*_~'"»”’)\]}،؛؟]+$/u

/** Splits a text into plain text and links. Only complete http and https addresses become links. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(LINK)) {
    const address = withoutTrailing(found)
    const href = safeAddress(address)
    if (!href) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Removes trailing punctuation. A closing bracket stays if the address contains the opening one. */
function withoutTrailing(address: string) {
  const bare = address.replace(TRAILING, '')
  const cut = address.slice(bare.length)
  return cut.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare
}

function safeAddress(address: string) {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  // Credentials can disguise the host: "https://bank.example@elsewhere.example" leads to elsewhere.example.
  return url.username || url.password ? undefined : url.href
}
