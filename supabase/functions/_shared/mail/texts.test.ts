import { expect, test } from 'vitest'
import { LANGUAGES } from '../rules.ts'
import { languageOf } from './language.ts'
import { fill, mailTexts } from './texts.ts'

test.each(LANGUAGES)('%s has every text that Turkish has, with the same placeholders', (language) => {
  const shape = (texts: object) => leaves(texts).map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).toSorted()])
  expect(shape(mailTexts[language])).toEqual(shape(mailTexts.tr))
  expect(leaves(mailTexts[language]).filter(([, text]) => !text || text !== text.trim())).toEqual([])
})

test('no text is left untranslated', () => {
  const sentences = LANGUAGES.flatMap((language) => [
    ...new Set(
      leaves(mailTexts[language])
        .map(([, text]) => text)
        .filter((text) => text.split(/\s/).length > 2),
    ),
  ])
  expect(new Set(sentences).size).toBe(sentences.length)
})

test('an unknown language falls back to Turkish', () => {
  expect(['fr', 'de', 'AR', undefined, null, 7, {}].map(languageOf)).toEqual(['fr', 'tr', 'tr', 'tr', 'tr', 'tr', 'tr'])
})

test('a value that looks like a placeholder is not replaced again', () => {
  expect(fill('{name} {support} {other}', { name: '{support}', support: 's' })).toBe('{support} s {other}')
})

function leaves(value: object, prefix = ''): [string, string][] {
  return Object.entries(value)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([key, child]: [string, unknown]): [string, string][] =>
      typeof child === 'object' && child !== null ? leaves(child, `${prefix}${key}.`) : [[`${prefix}${key}`, String(child)]],
    )
}
