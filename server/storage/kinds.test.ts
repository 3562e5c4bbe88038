import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBytes } from './kinds.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ALLOWED = ['text/plain', 'application/msword', 'application/pdf', 'image/png']

async function verdictOn(content: string | Buffer, type: string) {
  const file = join(folder, 'file')
  writeFileSync(file, content)
  return checkBytes(file, type, ALLOWED).then(
    () => 'taken',
    () => 'refused',
  )
}

const utf16 = (text: string, { isBigEndian = false } = {}) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

test.each([
  ['the signature of a BMP', 'BMI: 27,4 kg/m2 (fazla kilolu)'],
  ['the signature of an STL', 'solid tumour, left lobe, 12 mm'],
  ['the signature of a program', 'MZ twins, both healthy'],
  ['the signature of a ZIP', 'PK: pharmacokinetics, see below'],
  ['RTF', '{\\rtf1\\ansi Rapor}'],
  ['XML', '<?xml version="1.0"?><rapor/>'],
  ['a byte order mark', '\ufeffTahlil'],
  ['nothing', ''],
  ['tabs, line ends and page breaks', 'a\tb\r\nc\fd'],
  ['emoji and Arabic', '👩‍⚕️ تقرير'],
  ['a letter split between two chunks', `${'a'.repeat(64 * 1024 - 1)}ş`],
  ['UTF-16', utf16('BMI: 27,4 – şişman')],
  ['big-endian UTF-16', utf16('BMI: 27,4', { isBigEndian: true })],
  ['an old Turkish encoding', Buffer.from('53f6796c656e656e3a20feeffd', 'hex')],
])('plain text with %s is accepted as text', async (_, content) => {
  expect(await verdictOn(content, 'text/plain')).toBe('taken')
})

test.each([
  ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ['a program without a NUL in its first bytes', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(70_000, 'a'), Buffer.from([0])])],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['text with a NUL', 'Tahlil\0sonucu'],
  ['text with an escape', 'Tahlil\u001b[2J'],
  ['UTF-16 with a NUL', utf16('a\0b')],
  ['half a UTF-16 letter', Buffer.concat([utf16('abc'), Buffer.from([0x41])])],
  ['an archive', Buffer.from('504b0304140000000800', 'hex')],
])('%s is rejected as plain text', async (_, content) => {
  expect(await verdictOn(content, 'text/plain')).toBe('refused')
})

test('text is refused as another type, whatever it contains', async () => {
  expect(await verdictOn('no picture at all', 'image/png')).toBe('refused')
  expect(await verdictOn('no document at all', 'application/pdf')).toBe('refused')
  expect(await verdictOn('%PDF-1.7\n', 'application/pdf')).toBe('taken')
})

test('a Word document may contain RTF, as many systems export it, and nothing else', async () => {
  expect(await verdictOn('{\\rtf1\\ansi Rapor}', 'application/msword')).toBe('taken')
  expect(await verdictOn('<html>Rapor</html>', 'application/msword')).toBe('refused')
  expect(await verdictOn('{\\rtf1\\ansi Rapor}', 'application/pdf')).toBe('refused')
})
