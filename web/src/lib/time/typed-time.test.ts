import { expect, test } from 'vitest'
import { parseTypedTime } from './typed-time.ts'

test.each([
  ['09:30', '09:30'],
  ['9.30', '09:30'],
  ['9 30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['9', '09:00'],
  ['18h15', '18:15'],
  ['00:00', '00:00'],
  ['١٤:٣٠', '14:30'],
  ['24:00', undefined],
  ['09:60', undefined],
  ['1:3', undefined],
  ['öğle', undefined],
  ['', undefined],
])('%s is parsed as %s', (text, time) => {
  expect(parseTypedTime(text)).toBe(time)
})
