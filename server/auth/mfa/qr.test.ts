import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrModules, qrSvg } from './qr.ts'

const fingerprint = (text: string) =>
  createHash('sha256')
    .update(
      qrModules(text)
        .map((row) => row.map(Number).join(''))
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16)

const URI =
  'otpauth://totp/example.test:person%40example.test?algorithm=SHA1&digits=6&issuer=example.test&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// Read back with jsQR 1.4; the last two are also, module by module, what uqr 0.1.3 draws.
test.each([
  [URI, 49, 'd031473e56de2ee7'],
  ['A', 21, 'bc9009ae87ca68f1'],
  ['x'.repeat(300), 69, 'a6c4c99a50e77d18'],
  ['Əlövə · مرحبا · 123', 29, '8706992bdd12b01d'],
])('a text is drawn as reference readers and writers have it', (text, size, expected) => {
  expect(qrModules(text)).toHaveLength(size)
  expect(fingerprint(text)).toBe(expected)
})

test('the longest text that fits is drawn, a longer one is refused', () => {
  expect(qrModules('x'.repeat(666))).toHaveLength(97)
  expect(() => qrModules('x'.repeat(667))).toThrow('too long')
})

test('the picture needs no escaping in a data address and keeps a quiet zone of four modules', () => {
  const svg = qrSvg(URI)
  expect(svg).not.toMatch(/[#%]/)
  expect(svg).toContain('viewBox="0 0 57 57"')
  expect(svg).toContain('M4 4h1v1h-1z')
  expect(svg).not.toMatch(/M[0-3] /)
})
