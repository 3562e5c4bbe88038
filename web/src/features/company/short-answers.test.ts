import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../lib/languages.ts'

const SOURCE = join(import.meta.dirname, '../..')
const QUESTIONS = ['booking', 'cancel', 'payment', 'data']

const read = (file: string) => JSON.parse(readFileSync(join(SOURCE, file), 'utf8')) as unknown
const textsIn = (language: string) => read(`i18n/${language}.company.json`) as Record<string, string>
const entriesIn = (language: string) => read(`content/faq.${language}.json`) as { id: string; question: string; answer: string }[]
const numbersIn = (text = '') => text.match(/\d+/g) ?? []

test.each(LANGUAGES)('in %s the contact page has the questions and the numbers of the questions page', (language) => {
  const texts = textsIn(language)
  const entries = entriesIn(language)
  for (const id of QUESTIONS) {
    const entry = entries.find((each) => each.id === id)
    const short = texts[`answers.${id}Short`]
    expect(texts[`answers.${id}`]).toBe(entry?.question)
    expect(short?.length).toBeLessThan(entry?.answer.length ?? 0)
    expect(numbersIn(entry?.answer)).toEqual(expect.arrayContaining(numbersIn(short)))
  }
})

test.each(LANGUAGES)('in %s the support hours match the questions page', (language) => {
  const texts = textsIn(language)
  const hours = entriesIn(language).find(({ id }) => id === 'hours')?.answer
  for (const key of ['channels.phoneWhen', 'channels.emailWhen', 'about.supportText']) {
    expect(numbersIn(hours)).toEqual(expect.arrayContaining(numbersIn(texts[key])))
  }
  expect(texts['channels.phoneWhen']).toMatch(language === 'fr' ? /9\sh\s.+22\sh/ : /09:00.+22:00/)
  expect(texts['channels.emailWhen']).toContain('24')
})
