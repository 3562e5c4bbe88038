import { expect, test } from 'vitest'
import * as rules from '../../../supabase/functions/_shared/rules.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from './languages.ts'

// Said twice on purpose: the first page would load a file more for six words.
test('the languages of the site are those of the database and the mails', () => {
  expect(LANGUAGES).toEqual(rules.LANGUAGES)
  expect(DEFAULT_LANGUAGE).toBe(rules.LANGUAGES[0])
})
