// Searches every user-facing text for words that docs/glossary.md avoids, and for wrong spacing and punctuation.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../web/src/lib/languages.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface Text {
  /** The key of the text, or the name of its document. */
  place: string
  text: string
}

function textsIn(value: unknown, place: string): Text[] {
  if (typeof value === 'string') return [{ place, text: value.replaceAll(/\{\w+\}/g, '{}') }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'id' || key === 'category' ? [] : textsIn(each, place || key)))
}

/** The quoted strings of a source file, because the texts of mails are code. */
const quotedIn = (source: string): Text[] =>
  [...source.matchAll(/(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , text = '']) => ({
    place: 'mails',
    text: text.replaceAll(/\$?\{[^}]*\}/g, '{}'),
  }))

function textsOf(language: Language): Text[] {
  const dictionaries = globSync(`web/src/i18n/${language}.*.json`, { cwd: ROOT })
  const documents = globSync(`web/src/content/**/*.${language}.json`, { cwd: ROOT })
  expect(dictionaries.length).toBeGreaterThan(20)
  expect(documents).toHaveLength(4)
  return [
    ...dictionaries.flatMap((path) => textsIn(JSON.parse(read(path)), '')),
    ...documents.flatMap((path) => textsIn(JSON.parse(read(path)), /(\w+)\.\w+\.json$/.exec(path)?.[1] ?? '')),
    ...quotedIn(read(`supabase/functions/_shared/mail/texts/${language}.ts`)),
  ]
}

/** The rows of a language's table "Avoid". */
function avoidedIn(language: Language) {
  const section = read('docs/glossary.md')
    .split(/^## /m)
    .find((each) => each.includes(`(${language})\n`))
  const rows = [...(section?.split('### Avoid')[1] ?? '').matchAll(/^\| `(.+?)` \| .+? \|(.*)\|$/gm)]
  expect(rows.length).toBeGreaterThan(4)
  return rows.map(([, word = '', allowed = '']) => ({
    word: new RegExp(`(?<![\\p{L}\\p{M}])(?:${word.replaceAll(String.raw`\|`, '|')})`, 'iu'),
    allowed: allowed.split(',').map((each) => each.trim()),
  }))
}

const find = (texts: Text[], { word, allowed }: { word: RegExp; allowed: string[] }) =>
  texts.filter(({ place, text }) => word.test(text) && !allowed.includes(place)).map(({ place, text }) => `${place}: ${text}`)

describe.each(LANGUAGES)('%s', (language) => {
  const texts = textsOf(language)

  test.each(avoidedIn(language).map((row) => ({ name: row.word.source.replace(/^.*?\(\?:(.*)\)$/, '$1'), ...row })))(
    'does not use the words $name',
    (row) => expect(find(texts, row)).toEqual([]),
  )
})

test('the search finds an avoided word anywhere in a text, but only at the start of a word', () => {
  const row = { word: /(?<![\p{L}\p{M}])(?:email)/iu, allowed: ['contact.name'] }
  const texts = ['Your Email', 'e-mail', 'an email address'].map((text) => ({ place: 'account.title', text }))
  expect(find(texts, row)).toEqual(['account.title: Your Email', 'account.title: an email address'])
  expect(find([{ place: 'contact.name', text: 'email' }], row)).toEqual([])
  expect(quotedIn(`title: 'Your email {name}', body: \`and \${name}\``).map(({ text }) => text)).toEqual(['Your email {}', 'and {}'])
})

test('French has no-break spaces before punctuation and inside quotes', () => {
  const wrong = textsOf('fr').filter(({ text }) => / [:;!?»](?:\s|$)|« |[^\s\u00a0\u202f:/][;!?](?=\s|$)(?<!&\w+;)/.test(text))
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('Arabic has its own commas and question marks, and no shadda', () => {
  const wrong = textsOf('ar').filter(({ text }) => /[\u0600-\u06ff]\s*[,;?]|\u0651/.test(text))
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('a sentence never breaks after the hyphen of "e-posta", "e-poçt", "e-məktub" or "e-mail"', () => {
  // The specification fixes the first text. The descriptions are for search engines, which show them on one line.
  const exempt = ['management.notFound', 'contactPage.metaDescription']
  const sentences = LANGUAGES.flatMap((language) =>
    globSync(`web/src/i18n/${language}.*.json`, { cwd: ROOT }).flatMap((path) => textsIn(JSON.parse(read(path)), '')),
  ).filter(({ place, text }) => (text.trim().split(/\s+/).length >= 6 || text.length >= 40) && !exempt.includes(place))
  expect(sentences.length).toBeGreaterThan(1000)
  const wrong = sentences.filter(({ text }) => /(?<!\p{L})e-(?:posta|poçt|məktub|mail)/iu.test(text))
  expect(wrong.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})
