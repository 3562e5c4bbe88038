import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { companyIn } from '../../../supabase/functions/_shared/company-texts.ts'
import { LANGUAGES } from '../lib/languages.ts'
import { PAGES } from '../routes.tsx'
import { LEGAL_NAMES, type LegalBlock, type LegalDocument, type LegalName } from './legal-documents.ts'

const read = (name: LegalName, language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'legal', `${name}.${language}.json`), 'utf8')) as LegalDocument

const KNOWN_VALUES = ['company', 'brand', 'address', 'taxNumber', 'email', 'support']

const shapeOf = (block: LegalBlock) => {
  if (typeof block === 'string') return 'paragraph'
  if ('list' in block) return `list of ${block.list.length}`
  return `table of ${block.rows.map((row) => row.length).join()} under ${block.columns.length}, rows ${block.keys?.join()}`
}
const structureOf = ({ summary, sections }: LegalDocument) => ({
  summary: summary.length,
  sections: sections.map(({ id, blocks }) => ({ id, blocks: blocks.map(shapeOf) })),
})

const textsOf = ({ title, lead, summary, sections }: LegalDocument) => [
  title,
  lead,
  ...summary,
  ...sections.flatMap((section) => [section.title, ...section.blocks.flatMap(textsOfBlock)]),
]
function textsOfBlock(block: LegalBlock): string[] {
  if (typeof block === 'string') return [block]
  return 'list' in block ? block.list : [block.caption, ...block.columns, ...block.rows.flat()]
}

/** The parts that a translation must not change: links, code and values. */
const marksOf = (document: LegalDocument) =>
  textsOf(document)
    .flatMap((text) => text.match(/(?<=\])\([^)]+\)|`[^`]+`|\{\w+\}/g) ?? [])
    .toSorted()

describe.each(LEGAL_NAMES)('%s', (name) => {
  const turkish = read(name, 'tr')

  test.each(LANGUAGES)('%s has the same sections, lists, tables, links and values', (language) => {
    const document = read(name, language)
    expect(structureOf(document)).toEqual(structureOf(turkish))
    expect(marksOf(document)).toEqual(marksOf(turkish))
    expect(textsOf(document).filter((text) => !text.trim())).toEqual([])
  })

  test('no language is a copy of another', () => {
    for (const language of LANGUAGES.filter((each) => each !== 'tr')) {
      const original = new Set(textsOf(turkish))
      expect(textsOf(read(name, language)).filter((text) => text.length > 45 && original.has(text))).toEqual([])
    }
  })

  test('links lead to existing pages and sections, and values exist in company.ts', () => {
    const ids = new Set(turkish.sections.map(({ id }) => id))
    expect(ids.size).toBe(turkish.sections.length)
    const marks = marksOf(turkish)
    const links = marks.filter((mark) => mark.startsWith('(')).map((mark) => mark.slice(1, -1))
    expect(links.filter((link) => !PAGES.some(({ path }) => path === link))).toEqual([])
    const values = marks.filter((mark) => mark.startsWith('{')).map((mark) => mark.slice(1, -1))
    expect(values.filter((value) => !KNOWN_VALUES.includes(value))).toEqual([])
    expect(textsOf(turkish).join()).not.toContain(companyIn.tr.legalName)
  })
})

test('the footer’s link to the data protection law leads to an existing section', () => {
  expect(read('privacy', 'tr').sections.map(({ id }) => id)).toContain('data-protection')
})

test('the cookie policy lists the seven specified periods', () => {
  const periods = read('cookies', 'tr')
    .sections.find(({ id }) => id === 'periods')
    ?.blocks.flatMap((block) => (typeof block === 'object' && 'rows' in block ? block.rows.map(([period]) => period) : []))
  expect(periods).toEqual(['2 yıl', '1 dakika', '1 yıl', '7 dakika', '3 ay', '6 ay', 'Kalıcı'])
})

test('every entry that the site keeps in browsers is in the cookie policy', () => {
  const english = textsOf(read('cookies', 'en')).join('\n')
  for (const entry of [
    '`language`',
    '`theme`',
    '`waiting-sound`',
    '`sb-…-auth-token`',
    '`zone-offer.…`',
    'Active call',
    '`return-to`',
    '`booking-draft`',
    '`unfinished-uploads`',
    '`typed:…`',
    '`second-factor-notice-folded`',
    '`door`',
  ])
    expect(english).toContain(entry)
  const sources = join(import.meta.dirname, '..')
  const writers = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /(?:(?:local|session)Storage|place\(\))\.setItem|document\.cookie =/.test(readFileSync(join(sources, file), 'utf8')))
  // A new entry first needs a row in the six policies.
  expect(writers.toSorted()).toEqual([
    'components/door-leaves.tsx',
    'features/call/active-call.ts',
    'features/call/waiting/chime.ts',
    'features/files/unfinished-store.ts',
    'features/profile/zone-offer.tsx',
    'features/second-factor/staff-notice.tsx',
    'lib/i18n.tsx',
    'lib/load/kept-input.ts',
    'lib/session/return-to.ts',
    'lib/theme.ts',
  ])
})
