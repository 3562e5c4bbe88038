import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { archiveData } from './data-archive.ts'

const STORED: Record<string, string> = { 'a1/özet.txt': 'Tansiyon ölçümleri', 'a1/empty.txt': '', 'a2/result.hta': '%PDF-1.7' }

const DATA = {
  profile: { first_name: 'Işıl' },
  files: [
    { file_path: 'a1/özet.txt', file_name: 'özet.txt', file_type: 'text/plain' },
    { file_path: 'a1/empty.txt', file_name: 'empty.txt', file_type: 'text/plain' },
    { file_path: 'a2/result.hta', file_name: 'result.hta', file_type: 'application/pdf' },
  ],
}

const fetchFile = async (path: string) => (path in STORED ? new Blob([STORED[path] ?? '']) : null)
const onProgress = () => undefined

test('the archive holds the JSON and every file under its path, with the extension of its type', async () => {
  const { extension, content, missing } = await archiveData(DATA, { fetchFile, onProgress })
  expect(extension).toBe('zip')
  expect(missing).toEqual([])
  const files = await unzip(content)
  expect([...files.keys()]).toEqual(['data.json', 'files/a1/özet.txt', 'files/a1/empty.txt', 'files/a2/result.pdf'])
  expect(JSON.parse(files.get('data.json') ?? '')).toEqual(DATA)
  expect(files.get('files/a1/özet.txt')).toBe('Tansiyon ölçümleri')
  expect(files.get('files/a1/empty.txt')).toBe('')
})

test('a file that cannot be fetched is named, and the others are in the archive', async () => {
  const lost = { file_path: 'a3/lost.png', file_name: 'scan.png', file_type: 'image/png' }
  const { content, missing } = await archiveData({ files: [lost, ...DATA.files] }, { fetchFile, onProgress })
  expect(missing).toEqual(['scan.png'])
  expect((await unzip(content)).size).toBe(4)
})

test('without any file the download is the JSON alone', async () => {
  const nothing = await archiveData({ files: [] }, { fetchFile, onProgress })
  expect(nothing.extension).toBe('json')
  const { extension, content, missing } = await archiveData(DATA, { fetchFile: async () => null, onProgress })
  expect(extension).toBe('json')
  expect(missing).toHaveLength(3)
  expect(JSON.parse(await content.text())).toEqual(DATA)
})

test('a file is fetched only when the one before it is in the archive, and progress counts them', async () => {
  const events: string[] = []
  await archiveData(DATA, {
    fetchFile: async (path) => {
      events.push(path)
      return fetchFile(path)
    },
    onProgress: (done, all) => events.push(`${done} of ${all}`),
  })
  expect(events).toEqual(['0 of 3', 'a1/özet.txt', '1 of 3', 'a1/empty.txt', '2 of 3', 'a2/result.hta'])
})

// Reads the archive through the central directory at its end, as archive programs do.
async function unzip(archive: Blob) {
  const bytes = await archive.arrayBuffer()
  const view = new DataView(bytes)
  const text = (from: number, length: number) => new TextDecoder().decode(new Uint8Array(bytes, from, length))
  const end = bytes.byteLength - 22
  expect(view.getUint32(end, true)).toBe(0x06_05_4b_50)
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02_01_4b_50)
    const [sum, size, local] = [view.getUint32(at + 16, true), view.getUint32(at + 24, true), view.getUint32(at + 42, true)]
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const name = text(at + 46, nameLength)
    expect(view.getUint32(local, true)).toBe(0x04_03_4b_50)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    expect(crc32(new Uint8Array(bytes, start, size))).toBe(sum)
    files.set(name, text(start, size))
    at += 46 + nameLength + extraLength
  }
  return files
}
