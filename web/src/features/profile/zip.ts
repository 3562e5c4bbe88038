// An archive of files, stored as they are: photographs and documents are compressed already.
export interface ZipEntry {
  name: string
  content: Blob
}

const UTF8_NAMES = 0x0800

export async function zip(entries: ZipEntry[], at = new Date()): Promise<Blob> {
  const parts: Blob[] = []
  const directory: Blob[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const encoded = new TextEncoder().encode(name)
    const { size } = content
    // Version, flags, no compression, time, check sum, both sizes, length of the name, nothing extra.
    const facts: Field[] = [
      [2, 20],
      [2, UTF8_NAMES],
      [2, 0],
      [2, (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)],
      [2, ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()],
      // biome-ignore lint/performance/noAwaitInLoops: one file at a time, or all of them would be in memory
      [4, await checkSum(content)],
      [4, size],
      [4, size],
      [2, encoded.length],
      [2, 0],
    ]
    const header = new Blob([record([[4, 0x0403_4b50], ...facts]), encoded])
    // Comment, disk, attributes: none.
    directory.push(new Blob([record([[4, 0x0201_4b50], [2, 20], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), encoded]))
    parts.push(header, content)
    offset += header.size + size
  }
  const listing = new Blob(directory)
  const count = entries.length
  const end = record([
    [4, 0x0605_4b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listing.size],
    [4, offset],
    [2, 0],
  ])
  return new Blob([...parts, listing, end], { type: 'application/zip' })
}

type Field = [bytes: 2 | 4, value: number]

function record(fields: Field[]) {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return view.buffer
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1
  return value
})

/** CRC-32. */
async function checkSum(content: Blob) {
  let sum = 0xffff_ffff
  const reader = content.stream().getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const byte of chunk.value) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0)
  }
  return (sum ^ 0xffff_ffff) >>> 0
}
