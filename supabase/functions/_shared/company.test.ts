import { afterEach, expect, test } from 'vitest'
import { applySettings, brandedText, company, companyText, isSample, phonesOfCompany } from './company.ts'
import { companyIn } from './company-texts.ts'
import { missingIn } from './missing-settings.ts'
import { LANGUAGES } from './rules.ts'

afterEach(() => applySettings({}, { showsSamples: true }))

const ENTERED = {
  brand: 'Nar',
  legal_names: { tr: 'Nar Danışmanlık MMC' },
  addresses: { tr: 'Nizami 1', ru: 'ул. Низами, 1' },
  phone_azerbaijan: '+994 12 500 10 20',
  info_email: 'info@nar.az',
  architects: [{ name: 'Rəna', titleKey: 'leadArchitect' as const }],
}

test.each(LANGUAGES)('name, address and authority exist in %s, and each language has its own', (language) => {
  for (const key of ['legalName', 'address', 'permitAuthority'] as const) {
    expect(companyIn[language][key].trim()).not.toBe('')
    expect(new Set(LANGUAGES.map((each) => companyIn[each][key])).size).toBe(LANGUAGES.length)
  }
})

test('an entered value replaces the default, and an empty field restores it', () => {
  applySettings(ENTERED, { showsSamples: true })
  expect(company).toMatchObject({ brand: 'Nar', infoEmail: 'info@nar.az', architects: ENTERED.architects, taxNumber: '0000000000' })
  expect(phonesOfCompany()).toEqual(['+994 12 500 10 20', '+90 212 000 00 00'])
  applySettings({ brand: null }, { showsSamples: true })
  expect(company).toMatchObject({ brand: 'BKV', infoEmail: 'info@bkv.example.com' })
})

test('people have the photos that were entered for them, and the sample of the source has none', () => {
  const architects = [{ name: 'Rəna', titleKey: 'leadArchitect' as const, photo: 'a.jpg' }]
  applySettings({ architects, psychology_coordinator: 'Aysel', psychology_coordinator_photo: 'b' }, { showsSamples: true })
  expect(company).toMatchObject({ architects, psychologyCoordinatorPhoto: 'b' })
  applySettings({ psychology_coordinator_photo: 'b' }, { showsSamples: true })
  expect(company).toMatchObject({ psychologyCoordinator: 'Example Coordinator', psychologyCoordinatorPhoto: '' })
})

test('the entered brand replaces the default one in texts', () => {
  expect(brandedText('Doctors – BKV')).toBe('Doctors – BKV')
  applySettings({ brand: 'Nar $&' }, { showsSamples: false })
  expect(brandedText('Doctors – BKV')).toBe('Doctors – Nar $&')
})

test('production hides samples and falls back to the brand as legal name and to the other mail address', () => {
  applySettings({}, { showsSamples: false })
  expect(company).toMatchObject({
    brand: 'BKV',
    phones: { azerbaijan: '', turkey: '' },
    infoEmail: '',
    supportEmail: '',
    whatsApp: '',
    taxNumber: '',
    permit: { number: '' },
    psychologyCoordinator: '',
    architects: [],
  })
  for (const language of LANGUAGES) {
    expect(companyText('legalName', language, companyIn[language].legalName)).toBe('BKV')
    expect(companyText('address', language, companyIn[language].address)).toBe('')
  }
  applySettings(ENTERED, { showsSamples: false })
  expect(company.supportEmail).toBe('info@nar.az')
  expect(phonesOfCompany()).toEqual(['+994 12 500 10 20'])
})

test('a language without an entered text gets the text of another language, and the default if there is none', () => {
  for (const showsSamples of [true, false]) {
    applySettings(ENTERED, { showsSamples })
    expect(companyText('address', 'ru', companyIn.ru.address)).toBe('ул. Низами, 1')
    expect(companyText('address', 'fr', companyIn.fr.address)).toBe('Nizami 1')
    expect(companyText('hours', 'fr', 'Lundi–vendredi')).toBe('Lundi–vendredi')
    expect(companyText('paymentWays', 'fr', '')).toBe('')
    // The default hours are no longer true then.
    applySettings({ ...ENTERED, hours: { tr: 'Her gün 10:00–19:00' } }, { showsSamples })
    expect(companyText('hours', 'fr', 'Lundi–vendredi')).toBe('Her gün 10:00–19:00')
  }
})

test('lists every missing setting and no entered one', () => {
  expect(missingIn({})).toEqual([
    'legal_names',
    'addresses',
    'permit_authorities',
    'phone_azerbaijan',
    'phone_turkey',
    'info_email',
    'support_email',
    'whatsapp',
    'tax_number',
    'permit_number',
    'psychology_coordinator',
    'architects',
  ])
  expect(missingIn({ ...ENTERED, tax_number: '1234567890' })).toEqual([
    'permit_authorities',
    'phone_turkey',
    'support_email',
    'whatsapp',
    'permit_number',
    'psychology_coordinator',
  ])
})

test('samples are distinguished from real values', () => {
  expect(['+994 12 000 00 00', '0000000000', 'info@bkv.example.com', 'Örnek Sokağı 1'].map(isSample)).toEqual([true, true, true, true])
  expect(['+994 12 500 10 20', '1000000001', 'info@nar.az', 'Nizami 1'].map(isSample)).toEqual([false, false, false, false])
})
