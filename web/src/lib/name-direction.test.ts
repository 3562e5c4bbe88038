import { expect, test } from 'vitest'
import { nameDirection } from './name-direction.ts'

test.each([
  ['سارة Qasımova', 'ltr', 'ltr'],
  ['سارة Петрова', 'ltr', 'ltr'],
  ['Zeynep الأحمد', 'rtl', 'rtl'],
  ['Əli İsmayılova', 'ltr', 'ltr'],
  ['سارة الأحمد', 'ltr', 'auto'],
  ['Nigar Əliyeva', 'rtl', 'auto'],
  ['Ольга Петрова', 'rtl', 'auto'],
] as const)('%s on a page in direction %s has direction %s', (name, page, expected) => {
  expect(nameDirection(name, page)).toBe(expected)
})
