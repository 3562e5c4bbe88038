// Texts assembled by code have the punctuation of their language: `listOf` uses the Arabic comma, `text.colon` the French space, and dates
// do not break before their year.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dateOf, dayOf, listOf as listInMails } from '../supabase/functions/_shared/mail/clocks.ts'
import { fill } from '../supabase/functions/_shared/mail/texts.ts'
import { LANGUAGES, listOf } from '../web/src/lib/languages.ts'
import { formatDay, formatMoment } from '../web/src/lib/time/dates.ts'

const ROOT = join(import.meta.dirname, '..')

/** Patterns of hard-coded punctuation between two values, which is wrong in some languages. */
const GLUE = [
  /\.join\(\s*(['"`])[,;:،] \1\s*\)/,
  // Punctuation in template literals.
  /\$\{(?:[^{}]|\{[^{}]*\})*\}[,;:] \$\{/,
  /`[,;:] \$\{/,
  // Punctuation between elements and values of a page.
  /^\s*\{[\w.]+(?:\([^{}]*\))?\}[,;:] ?[{<]/,
  /\)\}[,;:] ?(?:[{<]|$)/,
  /<\/\w+>[,;:] ?[{<]/,
]
const findGlue = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && GLUE.some((each) => each.test(line)))
    .map((line) => line.trim())

/** Exceptions that no user reads or that exist in one language only: picture sizes, Azerbaijani dates and messages for operators. */
const ALLOWED = [
  /\$\{small\} 800w/,
  /AZERBAIJANI/,
  /IN_AZERBAIJANI/,
  /known\.message\}: \$\{known\.said|error\.split\(': '\)|answer\.join\(': '\)/,
]

test('code joins texts only with the punctuation of their language', () => {
  const files = [
    ...globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }),
    ...globSync('supabase/functions/_shared/{mail/*,calendar}.ts', { cwd: ROOT }),
  ].filter((path) => !/\.test\.ts$|dev-ui/.test(path))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) => findGlue(readFileSync(join(ROOT, path), 'utf8')).map((line) => `${path}: ${line}`))
  expect(found.filter((line) => !ALLOWED.some((each) => each.test(line)))).toEqual([])
})

test.each([
  'aria-label={`${name}, ${day}`}',
  "{ roles: roles.map(nameOf).join(', ') }",
  '        {name}, {formatDay(day, language)}',
  '<span className="sr-only">{t(shown.alt)}, </span>',
  '`${email}${name && `, ${name}`}`',
  '`${words.reason}: ${reason}`',
])('detects punctuation between two values: %s', (line) => expect(findGlue(line)).toHaveLength(1))

test.each(['function Name({ id }: { id: string }) {', "join(',')", '  // `${name}, ${day}`', 't(key, { name }), language)'])(
  'ignores other code: %s',
  (line) => expect(findGlue(line)).toEqual([]),
)

describe.each(LANGUAGES)('%s', (language) => {
  test('has the same lists on the site and in mails, without empty parts', () => {
    expect(listOf(['a', 'b'], language)).toBe(listInMails(['a', 'b'], language))
    expect(listOf(['a', false, '', undefined, 'b'], language)).toBe(language === 'ar' ? 'a، b' : 'a, b')
  })

  test('has no line break before an abbreviated year', () => {
    const dates = [
      formatDay('2026-11-15', language),
      formatDay('2026-11-15', language, 'long'),
      formatMoment('2026-11-15T10:00:00Z', 'Asia/Baku', language),
      dayOf(new Date('2026-11-15'), 'UTC', language),
      dateOf(new Date('2026-11-15'), 'UTC', language),
    ]
    expect(dates.filter((date) => / г\./.test(date))).toEqual([])
    expect(dates.filter((date) => date.includes('2026\u00a0г.'))).toHaveLength(language === 'ru' ? dates.length : 0)
  })
})

test('mails isolate names, codes and addresses within Arabic, and Arabic names within other languages', () => {
  expect(fill('وصلتنا رسالتكم ({reference})', { reference: 'A1-22' })).toBe('وصلتنا رسالتكم (\u2068A1-22\u2069)')
  expect(fill('راسلونا على {support}.', { support: 'a@b.example' })).toBe('راسلونا على \u2068a@b.example\u2069.')
  expect(fill('{time} بتوقيت {city}', { time: '10:00', city: 'باكو' })).toBe('10:00 بتوقيت باكو')
  expect(fill('Dear {name},', { name: 'ليلى' })).toBe('Dear \u2068ليلى\u2069,')
  expect(fill('Dear {name},', { name: 'Leyla' })).toBe('Dear Leyla,')
})
