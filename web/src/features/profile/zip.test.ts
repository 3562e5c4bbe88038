import { expect, test } from 'vitest'
import { zip } from './zip.ts'

// A reader of our own, from the other end than the writer: by the directory at the archive's end.
async function unzip(archive: Blob) {
  const bytes = new DataView(await archive.arrayBuffer())
  const text = (from: number, length: number) => new TextDecoder().decode(new Uint8Array(bytes.buffer, from, length))
  const end = bytes.byteLength - 22
  expect(bytes.getUint32(end, true)).toBe(0x06_05_4b_50)
  let at = bytes.getUint32(end + 16, true)
  return Array.from({ length: bytes.getUint16(end + 10, true) }, () => {
    expect(bytes.getUint32(at, true)).toBe(0x02_01_4b_50)
    const [sum, size, nameLength, local] = [
      bytes.getUint32(at + 16, true),
      bytes.getUint32(at + 24, true),
      bytes.getUint16(at + 28, true),
      bytes.getUint32(at + 42, true),
    ]
    const name = text(at + 46, nameLength)
    at += 46 + nameLength
    expect(bytes.getUint32(local, true)).toBe(0x04_03_4b_50)
    expect(text(local + 30, nameLength)).toBe(name)
    return { name, sum: sum.toString(16), text: text(local + 30 + nameLength, size) }
  })
}

test('an archive holds every file under its name, with its check sum', async () => {
  const entries = [
    { name: 'data.json', content: new Blob(['123456789']) },
    { name: 'files/özet.txt', content: new Blob(['Tansiyon ölçümleri']) },
    { name: 'empty', content: new Blob([]) },
  ]
  // cbf43926 is what the standard gives for these nine digits.
  expect(await unzip(await zip(entries))).toEqual([
    { name: 'data.json', sum: 'cbf43926', text: '123456789' },
    { name: 'files/özet.txt', sum: expect.any(String) as string, text: 'Tansiyon ölçümleri' },
    { name: 'empty', sum: '0', text: '' },
  ])
})
