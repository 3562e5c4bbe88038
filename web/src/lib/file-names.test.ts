import { expect, test } from 'vitest'
import { cleanName, safeName } from './file-names.ts'

test('a clean name has no line breaks, control characters or direction marks, and keeps all letters', () => {
  expect(cleanName('rapor\u202Efdp.txt')).toBe('raporfdp.txt')
  expect(cleanName('kan\ntahlili\r\n2026.pdf')).toBe('kan tahlili 2026.pdf')
  expect(cleanName(' \u200f\u2066تقرير\u2069.pdf\u0000')).toBe('تقرير.pdf')
  const kept = 'Şəkil – “ön” 👩‍⚕️ می‌خواهم (2).pdf'
  expect(cleanName(kept)).toBe(kept)
})

const PDF = 'application/pdf'
test.each([
  ['Tahlil.pdf', PDF, 'Tahlil.pdf'],
  ['Röntgen.JPEG', 'image/jpeg', 'Röntgen.JPEG'],
  ['arşiv.zip', 'application/x-zip-compressed', 'arşiv.zip'],
  ['arşiv.rar', 'application/x-rar-compressed', 'arşiv.rar'],
  ['a.exe.pdf', PDF, 'a.exe.pdf'],
  // The first release accepted such names.
  ['Tahlil sonucu.hta', PDF, 'Tahlil sonucu.pdf'],
  ['virus.exe', 'text/plain', 'virus.txt'],
  ['foto.png', 'image/jpeg', 'foto.jpg'],
  ['rapor\u202Efdp.txt', PDF, 'raporfdp.pdf'],
  ['Tahlil.pdf .', PDF, 'Tahlil.pdf'],
  ['Tahlil.hta.', PDF, 'Tahlil.pdf'],
  ['Dr. Kaya’nın raporu', PDF, 'Dr. Kaya’nın raporu.pdf'],
  ['.hta', PDF, 'file.pdf'],
  ['\u202e', PDF, 'file.pdf'],
  ['page.html', 'text/html', 'page.bin'],
  ['constructor', 'toString', 'constructor.bin'],
])('%j of the type %s is saved as %j', (name, type, expected) => {
  expect(safeName(name, type)).toBe(expected)
})
