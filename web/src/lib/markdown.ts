// Converts the Markdown of admins to HTML. HTML and images in it stay text, and links lead only where a reader expects. Everything else is
// removed here, so that the result is safe to insert into a page.
import { micromark } from 'micromark'
import { asEntities } from './plain-text.ts'

const NEVER = ['htmlFlow', 'htmlText', 'labelStartImage', 'headingAtx', 'setextUnderline', 'codeIndented']
const BLOCKS = ['blockQuote', 'codeFenced', 'definition', 'list', 'thematicBreak']

/** The maximum length of the HTML. Only useless nesting makes a text of 4000 characters longer than this. */
const MAX_LENGTH = 20_000
const MAX_KEPT = 2000
const kept = new Map<string, string>()

/** Converts a text with paragraphs and lists. Headings stay text, because they would not fit below the headings of the page. */
export function textAsHtml(markdown: string) {
  const known = kept.get(markdown)
  if (known !== undefined) return known
  if (performance.now() > deadline) return later(markdown)
  const converted = convert(markdown, NEVER)
  const html = converted.length > MAX_LENGTH ? asTyped(markdown) : converted
  // Results are cached, because the server renders the same texts again and again. The oldest result is evicted first.
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(markdown, html)
  return html
}

const asTyped = (markdown: string) =>
  markdown
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${asEntities(paragraph)}</p>`)
    .join('\n')

let deadline = Number.POSITIVE_INFINITY
let isComplete = true
const waiting = new Set<string>()

/** Limits the time for conversions: a hundred long texts can take seconds, and a page has 300 ms. Texts that no time is left for stay as typed. */
export function convertFor<Result>(ms: number, work: () => Result) {
  deadline = performance.now() + ms
  isComplete = true
  try {
    return { result: work(), isComplete }
  } finally {
    deadline = Number.POSITIVE_INFINITY
  }
}

/** Converts the text when the server is idle, so that the next page has it. */
function later(markdown: string) {
  isComplete = false
  if (waiting.size === 0) setTimeout(convertWaiting)
  waiting.add(markdown)
  return asTyped(markdown)
}

function convertWaiting() {
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next)
  textAsHtml(next)
  setTimeout(convertWaiting)
}

/** Converts a text of one line, without a paragraph around it. */
export const lineAsHtml = (markdown: string) => convert(markdown, [...NEVER, ...BLOCKS]).replaceAll(/<\/?p>/g, '')

function convert(markdown: string, disabled: string[]) {
  const html = micromark(markdown, {
    // Decided by `isSafe` below.
    allowDangerousProtocol: true,
    extensions: [{ disable: { null: disabled } }],
  })
  // In the text itself every '<' and '"' is an entity by now.
  return html.replaceAll(/<a href="([^"]*)"/g, (link, address: string) => (isSafe(address) ? link : '<a'))
}

/** The address is not decoded any further, so an address that hides its scheme is refused too. */
const isSafe = (address: string) => /^(?:https?:\/\/[^/]|mailto:|tel:)/i.test(address)
