// Parses the inline markup of legal texts.
export type Inline =
  | { kind: 'text' | 'strong' | 'code'; text: string }
  | { kind: 'value'; name: string }
  | { kind: 'link'; text: string; to: string }

const MARKS = /\[(?<label>[^\]]+)\]\((?<to>[^)]+)\)|`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|\{(?<name>\w+)\}/g

/** `'See [your profile](/profile).'` becomes a text, a link and a text. */
export function parseInline(source: string): Inline[] {
  const parts: Inline[] = []
  let done = 0
  for (const match of source.matchAll(MARKS)) {
    if (match.index > done) parts.push({ kind: 'text', text: source.slice(done, match.index) })
    done = match.index + match[0].length
    const { label = '', to, code, strong, name } = match.groups ?? {}
    if (to) parts.push({ kind: 'link', text: label, to })
    else if (code) parts.push({ kind: 'code', text: code })
    else if (strong) parts.push({ kind: 'strong', text: strong })
    else if (name) parts.push({ kind: 'value', name })
  }
  if (done < source.length) parts.push({ kind: 'text', text: source.slice(done) })
  return parts
}
