import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../lib/languages.ts'

const FOLDER = import.meta.dirname
const CONTENT = join(FOLDER, '../content')
const AREAS = [...new Set(readdirSync(FOLDER).flatMap((file) => /^\w\w\.(\w+)\.json$/.exec(file)?.[1] ?? []))]
const PLURAL = /_(?:zero|one|two|few|many|other)$/

const read = (language: string, area: string) =>
  JSON.parse(readFileSync(join(FOLDER, `${language}.${area}.json`), 'utf8')) as Record<string, string>
const stems = (dictionary: Record<string, string>) => new Set(Object.keys(dictionary).map((key) => key.replace(PLURAL, '')))
const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))
const NUMBERS = ['{count}', '{n}']

/** Whether a plural form is used for a single number only. The Arabic dual is, but Russian also uses `_one` for 21, and French for 0. */
function isForOneNumber(language: string, key: string) {
  const category = PLURAL.exec(key)?.[0].slice(1)
  const rules = new Intl.PluralRules(language)
  return (
    category !== undefined &&
    Array.from({ length: 200 }, (_, number) => rules.select(number)).filter((each) => each === category).length === 1
  )
}

describe.each(AREAS)('%s', (area) => {
  const turkish = read('tr', area)

  test.each(LANGUAGES)('%s has every text, none empty, with the same placeholders', (language) => {
    const dictionary = read(language, area)
    expect(stems(dictionary)).toEqual(stems(turkish))
    for (const [key, text] of Object.entries(dictionary)) {
      expect({ key, isEmpty: text.trim() === '' }).toEqual({ key, isEmpty: false })
      const original = turkish[key] ?? turkish[key.replace(PLURAL, '_other')] ?? ''
      const needed = placeholders(original)
      // A form for a single number may write it as a word: «موعدان» is "two appointments".
      if (isForOneNumber(language, key)) for (const number of NUMBERS) if (!text.includes(number)) needed.delete(number)
      expect({ key, has: placeholders(text) }).toEqual({ key, has: needed })
    }
  })

  test.each(LANGUAGES)('%s has every plural that its numbers need', (language) => {
    const dictionary = read(language, area)
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const stem of new Set(
      Object.keys(dictionary)
        .filter((key) => PLURAL.test(key))
        .map((key) => key.replace(PLURAL, '')),
    )) {
      for (const category of categories) expect(Object.keys(dictionary)).toContain(`${stem}_${category}`)
    }
  })
})

test('every language answers the same sixteen questions', () => {
  const faq = (language: string) =>
    JSON.parse(readFileSync(join(CONTENT, `faq.${language}.json`), 'utf8')) as {
      id: string
      category: string
      question: string
      answer: string
    }[]
  const shape = (language: string) => faq(language).map(({ id, category }) => `${category} ${id}`)
  expect(shape('tr')).toHaveLength(16)
  for (const language of LANGUAGES) {
    expect(shape(language)).toEqual(shape('tr'))
    expect(faq(language).every(({ question, answer }) => question.trim() && answer.trim())).toBe(true)
  }
})

test('no language is a copy of another', () => {
  for (const area of AREAS) {
    const turkish = read('tr', area)
    for (const language of LANGUAGES.filter((each) => each !== 'tr')) {
      const same = Object.entries(read(language, area)).filter(([key, text]) => text.length > 25 && text === turkish[key])
      expect(same).toEqual([])
    }
  }
})
