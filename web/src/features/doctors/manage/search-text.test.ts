import { expect, test } from 'vitest'
import { isAddressOrId, nameConditions } from './search-text.ts'

const patternsFor = (text: string) => nameConditions(text).map((condition) => /^first_name\.ilike\."(.*)",last_name/.exec(condition)?.[1])

test('email addresses, parts of them and account ids are searched by the function, names are not', () => {
  for (const text of ['a@b.az', '@bkv', '0A1b2c3d-0000-4000-8000-00000000000f']) expect(isAddressOrId(text)).toBe(true)
  for (const text of ['Ayşe', '0a1b2c3d', '0a1b2c3d-0000-4000-8000', 'x0a1b2c3d-0000-4000-8000-00000000000f'])
    expect(isAddressOrId(text)).toBe(false)
})

test('a word is searched in both names', () => {
  expect(nameConditions('Şen')).toEqual(['first_name.ilike."%Şen%",last_name.ilike."%Şen%"'])
})

test('i, ı, İ and I match each other', () => {
  for (const text of ['Yıldız', 'YILDIZ', 'YİLDİZ', 'yildiz', 'yildi\u0307z']) expect(patternsFor(text)[0]?.toLowerCase()).toBe('%y_ld_z%')
})

test('wildcards and characters special in a URL match themselves', () => {
  expect(patternsFor('50%')).toEqual([String.raw`%50\\%%`])
  expect(patternsFor('a_b')).toEqual([String.raw`%a\\_b%`])
  expect(patternsFor('a,b(c)')).toEqual(['%a,b(c)%'])
  expect(patternsFor('"\\')).toEqual([String.raw`%\"\\\\%`])
})

test('every word of a full name counts, composed or decomposed', () => {
  expect(patternsFor('Ayşe  Ak')).toEqual(['%Ayşe%', '%Ak%'])
  expect(patternsFor('Ays\u0327e')).toEqual(['%Ayşe%'])
})
