// Markdown that admins have written, as HTML. HTML and images in it stay text, and links lead only where a reader expects: everything else
// is taken out here, so that the result can stand in a page as it is.
import { micromark } from 'micromark'

const NEVER = ['htmlFlow', 'htmlText', 'labelStartImage', 'headingAtx', 'setextUnderline', 'codeIndented']
const BLOCKS = ['blockQuote', 'codeFenced', 'definition', 'list', 'thematicBreak']

const MAX_KEPT = 500
const kept = new Map<string, string>()

/** With paragraphs and lists. Headings stay text: they would not fit below those of the page. */
export function textAsHtml(markdown: string) {
  const known = kept.get(markdown)
  if (known !== undefined) return known
  // The server renders the same texts again and again.
  if (kept.size >= MAX_KEPT) kept.clear()
  const html = convert(markdown, NEVER)
  kept.set(markdown, html)
  return html
}

/** For a text of one line: without a paragraph around it. */
export const lineAsHtml = (markdown: string) => convert(markdown, [...NEVER, ...BLOCKS]).replaceAll(/<\/?p>/g, '')

function convert(markdown: string, disabled: string[]) {
  const html = micromark(markdown, {
    // Decided below.
    allowDangerousProtocol: true,
    extensions: [{ disable: { null: disabled } }],
  })
  // Every '<' and '"' of the text itself is an entity here.
  return html.replaceAll(/<a href="([^"]*)"/g, (link, address: string) => (isSafe(address) ? link : '<a'))
}

/** The written address is not decoded any further: one that hides its beginning is refused, too. */
const isSafe = (address: string) => /^(?:https?:\/\/[^/]|mailto:|tel:)/i.test(address)
