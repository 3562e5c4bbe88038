import { expect, test } from 'vitest'
import { isUuid, onOneLine, telLink } from './patterns.ts'

test('an id is a UUID in either case, with nothing around it', () => {
  const id = '0b7c1a52-9d1e-4a0b-8f53-3f1f6c2f8f11'
  expect(isUuid(id)).toBe(true)
  expect(isUuid(id.toUpperCase())).toBe(true)
  for (const text of ['', `${id} `, ` ${id}`, `${id}0`, id.replaceAll('-', ''), id.replace('0', 'g')]) expect(isUuid(text)).toBe(false)
})

test('pasted names end up on one line', () => {
  expect(onOneLine('\tIşıl\r\nİnci ')).toBe('Işıl İnci')
})

test('a phone link contains only the plus sign and the digits', () => {
  expect(telLink('+994 (50) 123-45-67')).toBe('tel:+994501234567')
  expect(telLink('+٩٩٤ ٥٠ ١٢٣')).toBe('tel:+99450123')
})
