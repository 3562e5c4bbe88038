// The text of a message: what may be sent, and the links in it.

/** Removes what the database refuses. Texts that are pasted often contain such characters, which nobody sees. */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    // Control characters but line breaks and tabs, and what overrides the direction of text.
    .replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u206f]/gu, '')
    // Half of a pair, which PostgreSQL cannot store.
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(/\n{4,}/g, '\n\n\n')
    .trim()

export interface TextPart {
  text: string
  /** Undefined for plain text. */
  href?: string
}

// Invisible characters end a link, as spaces do: they could hide where it leads.
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

/** Without the punctuation of the sentence. A closing bracket stays if the address has the opening one. */
function withoutTrailing(address: string) {
  const bare = address.replace(TRAILING, '')
  const cut = address.slice(bare.length)
  return cut.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare
}

function safeAddress(address: string) {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  // "https://bank.example@elsewhere.example" leads elsewhere.
  return url.username || url.password ? undefined : url.href
}
