import { expect, test } from 'vitest'
import { isAddressOrId, nameConditions } from './search-text.ts'

const patternsFor = (text: string) => nameConditions(text).map((condition) => /^first_name\.ilike\."(.*)",last_name/.exec(condition)?.[1])

test('addresses, parts of them and account ids are for the function, names are not', () => {
  for (const text of ['a@b.az', '@bkv', '0A1b2c3d-0000-4000-8000-00000000000f']) expect(isAddressOrId(text)).toBe(true)
  for (const text of ['Ayşe', '0a1b2c3d', '0a1b2c3d-0000-4000-8000', 'x0a1b2c3d-0000-4000-8000-00000000000f'])
    expect(isAddressOrId(text)).toBe(false)
})

test('either name may hold it', () => {
  expect(nameConditions('Şen')).toEqual(['first_name.ilike."%Şen%",last_name.ilike."%Şen%"'])
})

test('the four letters i stand for each other', () => {
  for (const text of ['Yıldız', 'YILDIZ', 'YİLDİZ', 'yildiz', 'yildi\u0307z']) expect(patternsFor(text)[0]?.toLowerCase()).toBe('%y_ld_z%')
})

test('signs of the database and of the address mean themselves', () => {
  expect(patternsFor('50%')).toEqual([String.raw`%50\\%%`])
  expect(patternsFor('a_b')).toEqual([String.raw`%a\\_b%`])
  expect(patternsFor('a,b(c)')).toEqual(['%a,b(c)%'])
  expect(patternsFor('"\\')).toEqual([String.raw`%\"\\\\%`])
})

test('of a whole name each word counts, composed or not', () => {
  expect(patternsFor('Ayşe  Ak')).toEqual(['%Ayşe%', '%Ak%'])
  expect(patternsFor('Ays\u0327e')).toEqual(['%Ayşe%'])
})
