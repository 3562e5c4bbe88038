import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_QR_BYTES, qrSvg } from './qr.ts'

const URI =
  'otpauth://totp/example.test:person%40example.test?algorithm=SHA1&digits=6&issuer=example.test&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The dark modules of a picture, without the quiet zone, as rows of digits. */
function modulesIn(svg: string) {
  const dark = [...svg.matchAll(/M(\d+),(\d+)h4/g)].map(([, x, y]) => [Number(x) / 4 - 4, Number(y) / 4 - 4] as const)
  const size = Math.max(...dark.map(([x]) => x)) + 1
  const rows = Array.from({ length: size }, () => Array<number>(size).fill(0))
  for (const [x, y] of dark) (rows[y] as number[])[x] = 1
  return rows.map((row) => row.join(''))
}

// jsQR 1.4 could read both pictures.
test.each([
  ['x'.repeat(300), 69, 'a6c4c99a50e77d18'],
  ['Əlövə · مرحبا · 123', 29, '8706992bdd12b01d'],
])('a text is drawn like a code that jsQR has read', (text, size, expected) => {
  const modules = modulesIn(qrSvg(text))
  expect(modules).toHaveLength(size)
  expect(createHash('sha256').update(modules.join('\n')).digest('hex').slice(0, 16)).toBe(expected)
})

test('the longest text that fits is drawn, and a longer one is refused', () => {
  expect(modulesIn(qrSvg('x'.repeat(MAX_QR_BYTES)))).toHaveLength(97)
  expect(() => qrSvg('x'.repeat(MAX_QR_BYTES + 1))).toThrow('too long')
})

test('the picture needs no escaping in a data URL and keeps a quiet zone of four modules', () => {
  const svg = qrSvg(URI)
  expect(svg).not.toMatch(/[#%]/)
  expect(svg).toContain('viewBox="0 0 228 228"')
  expect(svg).toContain('M16,16h4')
  expect(svg).not.toMatch(/M(?:\d|1[0-5]),/)
})
