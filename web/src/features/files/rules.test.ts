import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../lib/languages.ts'
import { ACCEPT, sizeText, storedName, typeOf } from './rules.ts'

test('accepts exactly ten extensions, in any case', () => {
  expect(ACCEPT).toBe('.pdf,.jpg,.jpeg,.png,.gif,.txt,.doc,.docx,.zip,.rar')
  expect(typeOf('Röntgen.JPG')).toBe('image/jpeg')
  for (const name of ['a.exe', 'a.pdf.exe', 'pdf', 'a.', 'a.constructor']) expect(typeOf(name)).toBeUndefined()
})

test('makes stored names plain and short, and keeps the extension', () => {
  expect(storedName('Tahlil sonuçları (2).pdf')).toBe('Tahlil-sonuclari-2.pdf')
  expect(storedName('Şəkil – ön.PNG')).toBe('Sekil-on.png')
  expect(storedName('анализ.zip')).toBe('file.zip')
  expect(storedName('../../etc/passwd.txt')).toBe('etc-passwd.txt')
  expect(storedName(`${'a'.repeat(300)}.pdf`)).toHaveLength(124)
})

test('makes only stored names that the database accepts', () => {
  for (const name of ['-.pdf', '.pdf', '_x.pdf', 'تحليل.pdf', 'a b\u0000c.pdf', '💊.pdf'])
    expect(`1763000000000-${storedName(name)}`).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/)
})

test('formats sizes with at most two decimals, in the reader’s language', () => {
  expect(sizeText(0, 'en')).toBe('0\u00a0B')
  expect(sizeText(1023, 'en')).toBe('1,023\u00a0B')
  expect(sizeText(1536, 'tr')).toBe('1,5\u00a0KB')
  expect(sizeText(52_428_800, 'en')).toBe('50\u00a0MB')
  expect(sizeText(1_234_567, 'en')).toBe('1.18\u00a0MB')
  expect(sizeText(3 * 1024 ** 4, 'en')).toBe('3,072\u00a0GB')
})

test('uses the same units as the texts that state the limit', () => {
  for (const language of LANGUAGES) {
    const rules = (
      JSON.parse(readFileSync(join(import.meta.dirname, `../../i18n/${language}.files.json`), 'utf8')) as Record<string, string>
    )['files.rules']
    expect(rules).toMatch(new RegExp(`50\\s${sizeText(52_428_800, language).split('\u00a0')[1]}`))
  }
})
