// Resumable uploads: the protocol with and without the official client, restarts, and concurrent requests.
import { randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MB, mine, slowBody } from '../testing/resumable-uploader.ts'
import { openUploads } from './test-uploads.ts'

let uploads: Awaited<ReturnType<typeof openUploads>>
let ada: Awaited<ReturnType<typeof openUploads>>['uploader']
beforeAll(async () => {
  uploads = await openUploads()
  ada = uploads.uploader
})
afterAll(() => uploads.stop())

describe('the official client', () => {
  const upload = async (key: string, bytes: Buffer, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) => {
    const authorization = `Bearer ${await uploads.tokenOf('ada')}`
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${uploads.url}/storage/v1/upload/resumable`,
        retryDelays: [],
        headers: { authorization, apikey: uploads.keys.publishable, 'x-upsert': 'false' },
        uploadDataDuringCreation: true,
        removeFingerprintOnSuccess: true,
        metadata: {
          bucketName: 'papers',
          objectName: mine(key),
          contentType: 'application/pdf',
          cacheControl: '3600',
          metadata: JSON.stringify({ page: 'one' }),
        },
        chunkSize: 6 * MB,
        onError: reject,
        onSuccess: () => resolve(),
        ...options,
      }).start()
    })
  }

  test.each([true, false])('uploads in chunks of 6 MB, the first with the creation: %s', async (uploadDataDuringCreation) => {
    const bytes = randomBytes(13 * MB)
    const key = `whole-${String(uploadDataDuringCreation)}.pdf`
    await upload(key, bytes, { uploadDataDuringCreation })
    expect((await uploads.bytesOf(key)).equals(bytes)).toBe(true)
    const { data } = await (await uploads.papers()).info(mine(key))
    expect(data).toMatchObject({ size: 13 * MB, contentType: 'application/pdf', cacheControl: 'max-age=3600', metadata: { page: 'one' } })
    expect(await uploads.rows()).toEqual([])
    expect(uploads.parts()).toEqual([])
  })

  test('uploads an empty file', async () => {
    await upload('empty.pdf', Buffer.alloc(0))
    expect((await (await uploads.papers()).info(mine('empty.pdf'))).data).toMatchObject({ size: 0 })
  })

  test('reports that a key is taken, and replaces it only with x-upsert', async () => {
    await upload('twice.pdf', Buffer.from('first'))
    await expect(upload('twice.pdf', Buffer.from('second'))).rejects.toThrow(/response code: 409/)
    const headers = { authorization: `Bearer ${await uploads.tokenOf('ada')}`, apikey: uploads.keys.publishable, 'x-upsert': 'true' }
    await upload('twice.pdf', Buffer.from('third'), { headers })
    expect((await uploads.bytesOf('twice.pdf')).toString()).toBe('third')
  })

  test('continues an upload that another client began', async () => {
    const bytes = randomBytes(2 * MB)
    const uploadUrl = new URL(await ada.begin(bytes.length, mine('continued.pdf')), uploads.url).href
    expect((await ada.patch(uploadUrl, 0, bytes.subarray(0, MB))).status).toBe(204)
    await upload('continued.pdf', bytes, { uploadUrl })
    expect((await uploads.bytesOf('continued.pdf')).equals(bytes)).toBe(true)
  })
})

test('OPTIONS returns the supported features, also to other origins', async () => {
  const answer = await fetch(`${uploads.url}/storage/v1/upload/resumable`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-headers': 'tus-resumable,upload-offset' },
  })
  expect(answer.status).toBe(204)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
    'tus-max-size': String(50 * MB),
    'access-control-allow-methods': expect.stringContaining('PATCH'),
    'access-control-allow-headers': expect.stringContaining('upload-offset'),
    'access-control-expose-headers': expect.stringContaining('upload-offset'),
  })
})

test('an upload reports its offset and expiry, and accepts chunks in order', async () => {
  const created = await ada.create(10, { key: mine('ten.txt') })
  expect(created.status).toBe(201)
  const expires = Date.parse(created.headers.get('upload-expires') ?? '') - Date.now()
  expect(expires / 3_600_000).toBeCloseTo(24, 1)
  const address = created.headers.get('location') ?? ''
  expect(Buffer.from(address.split('/').at(-1) ?? '', 'base64url').toString()).toMatch(/^papers\/.+\/ten\.txt\/[0-9a-f-]{36}$/)
  expect(await ada.offsetOf(address)).toBe(0)
  const first = await ada.patch(address, 0, '01234')
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([204, '5', '1.0.0'])
  for (const wrong of [0, 4, 6]) expect((await ada.patch(address, wrong, '56789')).status).toBe(409)
  expect((await ada.patch(address, 5, '567890')).status).toBe(413)
  expect(await ada.offsetOf(address)).toBe(5)
  expect((await (await uploads.papers()).exists(mine('ten.txt'))).data).toBe(false)
  const last = await ada.patch(address, 5, '56789')
  expect([last.status, last.headers.get('upload-offset'), last.headers.get('tus-complete')]).toEqual([204, '10', '1'])
  expect((await uploads.bytesOf('ten.txt')).toString()).toBe('0123456789')
  // The response to the last chunk may get lost, so a complete upload still reports its offset.
  expect(await ada.offsetOf(address)).toBe(10)
  expect((await ada.patch(address, 10, '')).status).toBe(404)
})

test('a chunk longer than the declared length is discarded', async () => {
  const address = await ada.begin(10, mine('more.txt'))
  await ada.patch(address, 0, '0123')
  const slow = slowBody()
  const answer = ada.patch(address, 4, slow.body)
  slow.send(Buffer.from('45'))
  slow.send(Buffer.from('6789 and more'))
  slow.end()
  expect((await answer).status).toBe(413)
  expect(await ada.offsetOf(address)).toBe(4)
  expect((await ada.send('DELETE', address)).status).toBe(204)
  expect(await ada.offsetOf(address)).toBe('refused with 404')
  expect(uploads.parts()).toEqual([])
})

describe('concurrent requests', () => {
  test('a second chunk is refused while the first is being written', async () => {
    const address = await ada.begin(10, mine('together.txt'))
    const slow = slowBody()
    const first = ada.patch(address, 0, slow.body)
    slow.send(Buffer.from('01234'))
    await expect.poll(() => uploads.parts()).toEqual([5])
    expect((await ada.patch(address, 0, 'other bytes'.slice(0, 5))).status).toBe(423)
    slow.send(Buffer.from('56789'))
    slow.end()
    expect((await first).status).toBe(204)
    expect((await uploads.bytesOf('together.txt')).toString()).toBe('0123456789')
  })

  test('a HEAD request ends a chunk on a dead connection, and keeps the bytes that arrived', async () => {
    const address = await ada.begin(10, mine('moved-network.txt'))
    const slow = slowBody()
    const dead = ada.patch(address, 0, slow.body).catch(() => undefined)
    slow.send(Buffer.from('01234'))
    await expect.poll(() => uploads.parts()).toEqual([5])
    expect(await ada.offsetOf(address)).toBe(5)
    expect((await ada.patch(address, 5, '56789')).status).toBe(204)
    await dead
    expect((await uploads.bytesOf('moved-network.txt')).toString()).toBe('0123456789')
  })
})

test('an unfinished upload survives a restart of the server', async () => {
  const address = await ada.begin(10, mine('restarted.txt'))
  await ada.patch(address, 0, '01234')
  await uploads.restart()
  expect(await ada.offsetOf(address)).toBe(5)
  expect((await ada.patch(address, 5, '56789')).status).toBe(204)
  expect((await uploads.bytesOf('restarted.txt')).toString()).toBe('0123456789')
})
