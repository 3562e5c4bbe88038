import { deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packPdf } from './pack-pdf.ts'

const OBJECTS = ['<</Title (one)>>', '<</Length 5>> stream\nab\xffde\nendstream', '<</Type /Catalog /Kids [1 0 R]>>']

/** Writes a PDF in the same form as Chromium. */
function write(objects: string[]) {
  let text = '%PDF-1.4\n%\xd3\xeb\xe9\xe1\n'
  const starts = objects.map((body, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}trailer\n<</Size ${size}\n/Root 3 0 R\n/Info 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

function inflated(text: string, type: string) {
  const head = new RegExp(`/Type /${type}[^>]*/Length (\\d+)>> stream\\n`).exec(text)
  if (!head) throw new Error(`There is no ${type}.`)
  const start = head.index + head[0].length
  return inflateSync(Buffer.from(text, 'latin1').subarray(start, start + Number(head[1])))
}

const compressed = (entries: string, content: string) => {
  const bytes = deflateSync(Buffer.from(content, 'latin1'), { level: 1 })
  return `<<${entries}/Filter /FlateDecode\n/Length ${bytes.length}>> stream\n${bytes.toString('latin1')}\nendstream`
}

test('pages are recompressed with rounded steps between letters, and fonts keep their bytes', () => {
  const letters =
    '<0026> Tj\n8.9673615 0 Td <0027> Tj\n-.25004 0 Td <0028> Tj\n3 0 Td <0029> Tj\n3.1249266 0 0 3.1249266 200 -2846.803 cm\n'
  const pdf = write([OBJECTS[0] ?? '', compressed('', letters), OBJECTS[2] ?? '', compressed('/Length1 9\n', letters)])
  const packed = packPdf(pdf).toString('latin1')
  const contentOf = (id: number) => {
    const head = new RegExp(`\n${id} 0 obj\n<<[^>]*/Length (\\d+)>> stream\n`).exec(packed)
    const start = (head?.index ?? 0) + (head?.[0].length ?? 0)
    return inflateSync(Buffer.from(packed, 'latin1').subarray(start, start + Number(head?.[1]))).toString('latin1')
  }
  expect(contentOf(2)).toBe(letters.replace('8.9673615', '8.967').replace('-.25004', '-0.25'))
  expect(contentOf(4)).toBe(letters)
  expect(packed).toContain('4 0 obj\n<</Length1 9 /Filter')
})

test('uncompressed streams stay unchanged, and all other objects are in one object stream', () => {
  const packed = packPdf(write(OBJECTS)).toString('latin1')
  expect(packed).toMatch(/^%PDF-1\.5\n/)
  expect(packed).toContain(`2 0 obj\n${OBJECTS[1]}\nendobj\n`)
  const inside = inflated(packed, 'ObjStm').toString('latin1')
  expect(inside).toBe(`1 0 3 17\n${OBJECTS[0]}\n${OBJECTS[2]}\n`)
})

test('the cross-reference table has the position of each object', () => {
  const packed = packPdf(write(OBJECTS)).toString('latin1')
  const table = inflated(packed, 'XRef')
  const rows = Array.from({ length: table.length / 7 }, (_, id) => [
    table.readUInt8(id * 7),
    table.readUInt32BE(id * 7 + 1),
    table.readUInt16BE(id * 7 + 5),
  ])
  const at = (id: number) => packed.indexOf(`${id} 0 obj\n`)
  expect(rows).toEqual([
    [0, 0, 65535],
    [2, 4, 0],
    [1, at(2), 0],
    [2, 4, 1],
    [1, at(4), 0],
    [1, at(5), 0],
  ])
  expect(packed).toMatch(new RegExp(`startxref\n${at(5)}\n%%EOF\n$`))
  expect(packed).toContain('/Root 3 0 R\n/Info 1 0 R')
})

test('a PDF in a different form is refused', () => {
  expect(() => packPdf(Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF\n'))).toThrow('not written as Chromium')
})
