// Mails have their own names of specialties, because functions do not load the texts of the site.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specialtyIn } from '../supabase/functions/_shared/mail/specialties.ts'
import { LANGUAGES } from '../supabase/functions/_shared/rules.ts'

const SITE = join(import.meta.dirname, '../web/src')
/** The codes and text keys in the site's list. */
const ON_SITE = [...readFileSync(join(SITE, 'domain/specialties.ts'), 'utf8').matchAll(/^ {2}'?([a-z-]+)'?: '(specialty\.\w+)',$/gm)]

test.each(LANGUAGES)('mails and the site have the same name for every specialty in %s', (language) => {
  const texts = JSON.parse(readFileSync(join(SITE, `i18n/${language}.find.json`), 'utf8')) as Record<string, string>
  expect(ON_SITE).toHaveLength(25)
  const inMails = ON_SITE.map(([, code = '']) => specialtyIn({ specialization: '', specialty_code: code }, language))
  expect(inMails).toEqual(ON_SITE.map(([, , key = '']) => texts[key]))
})

test('an unknown specialty appears as it is stored, and “Genel” is left out', () => {
  expect(specialtyIn({ specialization: 'Adli Tıp', specialty_code: null }, 'fr')).toBe('Adli Tıp')
  expect(specialtyIn({ specialization: 'Genel', specialty_code: null }, 'fr')).toBe('')
})
