import { expect, test } from 'vitest'
import { LANGUAGES } from '../lib/languages.ts'
import { loadFaq } from './faq.ts'
import { FAQ_IDS } from './faq-ids.ts'

test.each(LANGUAGES)('the questions in %s have the specified ids', async (language) => {
  expect((await loadFaq(language)).map(({ id }) => id)).toEqual(FAQ_IDS)
})
