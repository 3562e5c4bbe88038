// Mails name specialties by themselves, because functions do not load the texts of the site.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specialtyIn } from '../supabase/functions/_shared/mail/specialties.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'
import { SPECIALTY_CODES, SPECIALTY_NAMES } from '../web/src/domain/specialties.ts'

test.each(LANGUAGES)('mails and the site call every specialty alike in %s', (language) => {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, `../web/src/i18n/${language}.find.json`), 'utf8')) as Record<
    string,
    string
  >
  const inMails = SPECIALTY_CODES.map((code) => specialtyIn({ specialization: '', specialty_code: code }, language))
  expect(inMails).toEqual(SPECIALTY_CODES.map((code) => texts[SPECIALTY_NAMES[code]]))
})

test('a specialty that the table does not know is named as it is stored, and “Genel” is not named', () => {
  expect(specialtyIn({ specialization: 'Adli Tıp', specialty_code: null }, 'fr')).toBe('Adli Tıp')
  expect(specialtyIn({ specialization: 'Genel', specialty_code: null }, 'fr')).toBe('')
})
