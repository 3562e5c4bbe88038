import { expect, test } from 'vitest'
import { titledName } from './titled-name.ts'

const t = (_key: string, values: Record<string, string | number> = {}) => `Dr. ${values['first']} ${values['last']}`
const arabic = (_key: string, values: Record<string, string | number> = {}) => `د. ${values['first']} ${values['last']}`
const named = (title: string | null, texts = t) => titledName({ first_name: 'Aylin', last_name: 'Demir', title }, texts)

test('a title stands before the name, and “Dr.” is not repeated', () => {
  expect(named(null)).toBe('Dr. Aylin Demir')
  expect(named('Prof.')).toBe('Prof. Dr. Aylin Demir')
  expect(named('Prof. Dr.')).toBe('Prof. Dr. Aylin Demir')
  expect(named('Uzm. Dr.')).toBe('Uzm. Dr. Aylin Demir')
})

test('the letters of title and name are not mixed on an Arabic page', () => {
  expect(named(null, arabic)).toBe('د. Aylin Demir')
  expect(named('Doç.', arabic)).toBe('Doç. Dr. Aylin Demir')
  expect(named('Prof. Dr.', arabic)).toBe('Prof. Dr. Aylin Demir')
  expect(titledName({ first_name: 'كريم', last_name: 'الحسن', title: 'أ.' }, arabic)).toBe('أ. د. كريم الحسن')
})
