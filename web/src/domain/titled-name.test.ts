import { expect, test } from 'vitest'
import { titledName } from './titled-name.ts'

const t = (_key: string, values: Record<string, string | number> = {}) => `Dr. ${values['first']} ${values['last']}`
const named = (title: string | null) => titledName({ first_name: 'Aylin', last_name: 'Demir', title }, t)

test('a title stands before the name, and nobody is a doctor twice', () => {
  expect(named(null)).toBe('Dr. Aylin Demir')
  expect(named('Prof.')).toBe('Prof. Dr. Aylin Demir')
  expect(named('Prof. Dr.')).toBe('Prof. Dr. Aylin Demir')
  expect(named('Uzm. Dr.')).toBe('Uzm. Dr. Aylin Demir')
})
