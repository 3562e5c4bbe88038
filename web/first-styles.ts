// The styles of a page. It contains the rules for what its own modules can show. The other half, which people need once they open
// something, is in a file that src/lib/styles.ts loads later.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Selector, type StyleRule, transform } from 'lightningcss'

const decoder = new TextDecoder()

/** `shared` is what every page contains. */
export async function readStyles(client: string, source: string, shared: string) {
  const all = await readFile(join(client, source))
  // Every page has the fonts.
  const later = transform({ filename: source, code: all, minify: true, visitor: { Rule: { 'font-face': () => [] } } }).code
  const file = `assets/styles-${createHash('sha256').update(later).digest('base64url').slice(0, 8)}.css`
  await writeFile(join(client, file), later)
  const read = async (files: string[], classes: string) => {
    const modules = await Promise.all(files.map((each) => readFile(join(client, each), 'utf8')))
    return rulesFor(all, [shared, classes, ...modules])
  }
  // Mostly the same in every language.
  const known = new Map<string, Promise<string>>()
  return {
    /** Where the file with all rules is. */
    address: `/${file}`,
    /** The rules for what these modules show, and for this part of a page, which may be rendered by other modules. */
    of(files: string[], html: string) {
      const classes = classesIn(html)
      const key = `${files.join()} ${classes}`
      const rules = known.get(key) ?? read(files, classes)
      known.set(key, rules)
      return rules
    },
  }
}

function classesIn(html: string) {
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' '),
  )
  return [...new Set(names)].toSorted().join(' ')
}

/** Leaves out the rules with classes that occur nowhere in these texts. */
export function rulesFor(styles: Uint8Array, texts: string[]) {
  const words = new Set(texts.flatMap((text) => text.split(/[\s"'`<>{}$\\]+/)))
  const isNamed = (name: string) => words.has(name) || (/["'`<>{}$\\]/.test(name) && texts.some((text) => text.includes(name)))
  const style = (rule: { type: 'style'; value: StyleRule }) =>
    rule.value.selectors.some((selector) => mayMatch(selector, isNamed)) ? undefined : []
  return decoder.decode(transform({ filename: 'first.css', code: styles, minify: true, visitor: { Rule: { style } } }).code)
}

/** Whether an element with only these classes can match. Of `:is` and `:where` one alternative has to; `:not` matches anyway. */
function mayMatch(selector: Selector, isNamed: (name: string) => boolean): boolean {
  return selector.every((part) => {
    if (part.type === 'class') return isNamed(part.name)
    if (part.type !== 'pseudo-class' || (part.kind !== 'is' && part.kind !== 'where')) return true
    return part.selectors.some((each) => mayMatch(each, isNamed))
  })
}
