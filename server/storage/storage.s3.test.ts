import { createHash, createHmac } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { createUploader } from '../testing/resumable-uploader.ts'
import { startTestServer } from '../testing/server.ts'
import { withShelves } from './test-shelves.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG'
const kept = new Map<string, Buffer>()
let failures = 0

// Stores bytes, and accepts only requests with a valid S3 signature.
const s3 = createServer((request, response) => void answer(request).then(({ status, body }) => response.writeHead(status).end(body)))

async function answer(request: IncomingMessage): Promise<{ status: number; body?: Buffer }> {
  const body = await buffer(request)
  const path = request.url ?? ''
  if (!isSigned(request)) return { status: 403 }
  if (failures > 0) {
    failures--
    return { status: 503 }
  }
  if (request.method === 'PUT') {
    const source = request.headers['x-amz-copy-source']
    kept.set(path, source ? (kept.get(String(source)) ?? Buffer.alloc(0)) : body)
    return { status: 200 }
  }
  if (request.method === 'DELETE') {
    kept.delete(path)
    return { status: 204 }
  }
  const found = kept.get(path)
  if (!found) return { status: 404 }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  return start === undefined ? { status: 200, body: found } : { status: 206, body: found.subarray(Number(start), Number(end) + 1) }
}

/** Recomputes signature version 4 from the received request. */
function isSigned({ method, url = '', headers }: IncomingMessage) {
  const [, day = '', names = '', given] =
    /^AWS4-HMAC-SHA256 Credential=key\/(\d{8})\/eu-test\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/eu-test/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const sign = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = ['eu-test', 's3', 'aws4_request'].reduce(sign, sign(`AWS4${SECRET}`, day))
  return sign(key, text).toString('hex') === given
}

let shelves: Awaited<ReturnType<typeof withShelves>>
beforeAll(async () => {
  await new Promise<void>((resolve) => s3.listen(0, '127.0.0.1', resolve))
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${(s3.address() as AddressInfo).port}`,
    S3_REGION: 'eu-test',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: SECRET,
  }
  shelves = await withShelves(await startTestServer({ env }))
})
afterAll(async () => {
  await shelves.stop()
  s3.close()
})

const mine = (name: string) => `${idOf('ada')}/${name}`
const blob = (text: string) => new Blob([text], { type: 'text/plain' })

test('files are stored in S3 and read from there, whole, in ranges and as copies, and the disk keeps none', async () => {
  const papers = shelves.ada.from('papers')
  expect((await papers.upload(mine('a.txt'), blob('abcdefghij'))).error).toBeNull()
  expect([...kept.keys()]).toEqual([expect.stringMatching(/^\/files\/[0-9a-f-]{36}$/)])
  expect(await (await papers.download(mine('a.txt'))).data?.text()).toBe('abcdefghij')
  const { data } = await papers.createSignedUrl(mine('a.txt'), 60)
  expect(await (await fetch(data?.signedUrl ?? '', { headers: { range: 'bytes=2-4' } })).text()).toBe('cde')
  expect((await papers.copy(mine('a.txt'), mine('b.txt'))).error).toBeNull()
  expect(kept.size).toBe(2)
  await papers.remove([mine('a.txt'), mine('b.txt')])
  expect(kept.size).toBe(0)
  expect(existsSync(join(shelves.dataDir, 'storage/objects'))).toBe(false)
})

test('a short outage is retried, and a longer one leaves no object behind', { tags: 'long' }, async () => {
  const papers = shelves.ada.from('papers')
  failures = 2
  expect((await papers.upload(mine('retried.txt'), blob('x'))).error).toBeNull()
  failures = 20
  expect((await papers.upload(mine('lost.txt'), blob('x'))).error).toMatchObject({ status: 500 })
  failures = 0
  expect((await papers.exists(mine('lost.txt'))).data).toBe(false)
  expect((await papers.upload(mine('lost.txt'), blob('found'))).error).toBeNull()
})

test('a resumable upload is stored in S3 when it is complete, and stays on the disk while S3 is unavailable', async () => {
  const token = await shelves.tokenOf('ada')
  const uploader = createUploader(shelves.url, { apikey: shelves.keys.publishable, authorization: `Bearer ${token}` })
  const address = await uploader.begin(10, mine('resumed.txt'))
  expect((await uploader.patch(address, 0, '01234')).status).toBe(204)
  const before = kept.size
  failures = 20
  expect((await uploader.patch(address, 5, '56789')).status).toBe(500)
  failures = 0
  expect(kept.size).toBe(before)
  // The last byte is not acknowledged, so the client sends it again.
  expect(await uploader.offsetOf(address)).toBe(9)
  expect((await uploader.patch(address, 9, '9')).status).toBe(204)
  expect(kept.size).toBe(before + 1)
  expect(await (await shelves.ada.from('papers').download(mine('resumed.txt'))).data?.text()).toBe('0123456789')
  expect(readdirSync(join(shelves.dataDir, 'storage/unfinished'))).toEqual([])
})
