import { expect, test } from 'vitest'
import { company, companyIn, placeholders } from './company.ts'
import { LANGUAGES } from './rules.ts'

test.each(LANGUAGES)('name, address and authority exist in %s, and each language has its own', (language) => {
  for (const key of ['legalName', 'address', 'permitAuthority'] as const) {
    expect(companyIn[language][key].trim()).not.toBe('')
    expect(new Set(LANGUAGES.map((each) => companyIn[each][key])).size).toBe(LANGUAGES.length)
  }
})

test('every placeholder is found by its name, and a real value is not', () => {
  const found = placeholders({
    company: {
      ...company,
      brand: 'Nar',
      phones: { azerbaijan: '+994 12 500 00 00', turkey: '+90 212 000 00 00' },
      infoEmail: 'info@nar.az',
    },
    companyIn: { tr: { ...companyIn.tr, legalName: 'Nar Danışmanlık MMC' } },
  })
  expect(found).toEqual([
    'company.phones.turkey',
    'company.supportEmail',
    'company.whatsApp',
    'company.taxNumber',
    'company.permit.number',
    'company.psychologyCoordinator',
    'company.architects.0.name',
    'company.architects.1.name',
    'companyIn.tr.address',
    'companyIn.tr.permitAuthority',
  ])
})
