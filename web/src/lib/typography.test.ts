import { expect, test } from 'vitest'
import { keepNumbers } from './typography.ts'

test('a number stays with the word that it counts', () => {
  expect(keepNumbers('İkinci görüş. 15 yıllık deneyim, 3 dil.')).toBe('İkinci görüş. 15\u00A0yıllık deneyim, 3\u00A0dil.')
  expect(keepNumbers('Bakü, 2016–2018')).toBe('Bakü, 2016\u2060–\u20602018')
  expect(keepNumbers('خبرة 15 عامًا')).toBe('خبرة 15\u00A0عامًا')
  expect(keepNumbers('12 000 00 – 7/24')).toBe('12 000 00 – 7/24')
})
