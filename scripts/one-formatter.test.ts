import { expect, test } from 'vitest'
import { formatsItself, isBound } from './one-formatter.mjs'

test.each(['web/src/features/files/file-row.tsx', 'web/src/lib/i18n.tsx'])('%s must use the formatters', (file) => {
  expect(isBound(file)).toBe(true)
})

test.each(['web/src/lib/time/dates.ts', 'web/src/lib/time/dates.test.ts', 'supabase/functions/_shared/mail/clocks.ts'])(
  '%s may use Intl directly',
  (file) => {
    expect(isBound(file)).toBe(false)
  },
)

test.each([
  ['Intl', 'DateTimeFormat'],
  ['Intl', 'NumberFormat'],
  ['date', 'toLocaleDateString'],
  ['count', 'toLocaleString'],
])('%s.%s bypasses the formatters', (object, property) => {
  expect(formatsItself(object, property)).toBe(true)
})

test('methods that change case are allowed', () => {
  expect(formatsItself('name', 'toLocaleUpperCase')).toBe(false)
})
