// Makes Chromium's PDFs smaller. Chromium writes a thousand small objects (the structure for screen readers) uncompressed; in one
// compressed object stream, which PDF 1.5 allows, they take a tenth of the space. It also compresses pages and fonts poorly and positions
// letters to a ten-millionth of a pixel, so they are recompressed with a precision of a thousandth. Nothing else changes.
import { deflateSync, inflateSync } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>

export function packPdf(pdf: Uint8Array): Bytes {
  const { objects, trailer } = readObjects(Buffer.from(pdf))
  const [whole, plain] = [objects.filter(({ body }) => isStream(body)), objects.filter(({ body }) => !isStream(body))]
  const [packId, tableId] = [objects.length + 1, objects.length + 2]

  const parts: Bytes[] = [latin1('%PDF-1.5\n%\xd3\xeb\xe9\xe1\n')]
  let length = parts[0]?.length ?? 0
  const entries = new Map<number, [kind: number, where: number, index: number]>([[0, [0, 0, 65535]]])
  const add = (id: number, body: Bytes) => {
    const part = Buffer.concat([latin1(`${id} 0 obj\n`), body, latin1('\nendobj\n')])
    entries.set(id, [1, length, 0])
    parts.push(part)
    length += part.length
  }

  for (const { id, body } of whole) add(id, compressAgain(body))
  let offset = 0
  const places = plain.map(({ id, body }, index) => {
    entries.set(id, [2, packId, index])
    const place = `${id} ${offset}`
    offset += body.length + 1
    return place
  })
  const head = `${places.join(' ')}\n`
  const bodies = plain.flatMap(({ body }) => [body, latin1('\n')])
  add(packId, stream(`/Type /ObjStm /N ${plain.length} /First ${head.length}`, Buffer.concat([latin1(head), ...bodies])))

  const start = length
  entries.set(tableId, [1, start, 0])
  const rows = Array.from({ length: tableId + 1 }, (_, id) => row(entries.get(id) ?? [0, 0, 0]))
  add(tableId, stream(`/Type /XRef /W [1 4 2] /Size ${tableId + 1} ${trailer}`, Buffer.concat(rows)))
  return Buffer.concat([...parts, latin1(`startxref\n${start}\n%%EOF\n`)])
}

/** Reads the objects by the cross-reference table. Chromium writes one section with every object in use. */
function readObjects(pdf: Bytes) {
  const text = pdf.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text)?.[1])
  const [, size, trailer] = /^xref\n0 (\d+)\n[\s\S]*trailer\n<<\/Size \d+([\s\S]*)>>\nstartxref/.exec(text.slice(table)) ?? []
  if (!size || !trailer) throw new Error('This PDF is not written as Chromium writes them.')
  const lines = text
    .slice(table)
    .split('\n')
    .slice(3, Number(size) + 2)
  const starts = lines.map((line) => Number(line.slice(0, 10)))
  const ends = [...starts, table].toSorted((one, other) => one - other)
  const objects = starts.map((start, index) => {
    const end = ends.find((each) => each > start) ?? table
    const opening = `${index + 1} 0 obj\n`
    const closing = text.lastIndexOf('\nendobj', end)
    if (!text.startsWith(opening, start) || closing < start) throw new Error(`Object ${index + 1} is not where the table says.`)
    return { id: index + 1, body: pdf.subarray(start + opening.length, closing) }
  })
  return { objects, trailer: trailer.trim() }
}

function compressAgain(body: Bytes): Bytes {
  const [head = '', entries = ''] = /^<<([^]*?)>> stream\n/.exec(body.toString('latin1')) ?? []
  const size = Number(/\/Length (\d+)/.exec(entries)?.[1])
  if (!entries.includes('/FlateDecode') || entries.includes('/DecodeParms') || !size) return body
  const content = inflateSync(body.subarray(head.length, head.length + size))
  const rest = entries.replace(/\/Filter \/FlateDecode\s*/, '').replace(/\/Length \d+\s*/, '')
  return stream(rest.trim(), isFont(entries) ? content : roundSteps(content))
}

/** Rounds the steps from one letter to the next, such as `8.1885681 0 Td`. */
const roundSteps = (page: Uint8Array) =>
  latin1(
    Buffer.from(page)
      .toString('latin1')
      .replaceAll(/(-?\d*\.\d{4,}) (?=0 Td\b)/g, (_, step: string) => `${Number(Number(step).toFixed(3))} `),
  )

const isFont = (entries: string) => entries.includes('/Length1')
const isStream = (body: Bytes) => body.subarray(-9).toString('latin1') === 'endstream'
const latin1 = (text: string): Bytes => Buffer.from(text, 'latin1')

function stream(entries: string, content: Uint8Array): Bytes {
  const packed = deflateSync(content, { level: 9, memLevel: 9 })
  return Buffer.concat([latin1(`<<${entries} /Filter /FlateDecode /Length ${packed.length}>> stream\n`), packed, latin1('\nendstream')])
}

function row([kind, where, index]: [number, number, number]): Bytes {
  const bytes = Buffer.alloc(7)
  bytes.writeUInt8(kind, 0)
  bytes.writeUInt32BE(where, 1)
  bytes.writeUInt16BE(index, 5)
  return bytes
}
