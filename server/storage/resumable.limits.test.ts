// Limits of resumable uploads, their expiry, and malformed requests.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { CHUNK_HEADERS, MB, metadataHeader, mine } from '../testing/resumable-uploader.ts'
import { openUploads } from './test-uploads.ts'

let uploads: Awaited<ReturnType<typeof openUploads>>
let ada: Awaited<ReturnType<typeof openUploads>>['uploader']
beforeAll(async () => {
  uploads = await openUploads()
  ada = uploads.uploader
})
afterAll(() => uploads.stop())

describe('limits', () => {
  test('a user has at most 20 unfinished uploads with 500 MB in total, and deleting one makes room', async () => {
    const addresses: string[] = []
    for (let n = 0; n < 20; n++) addresses.push(await ada.begin(10, mine(`many-${n}.txt`)))
    expect((await ada.create(10, { key: mine('one-more.txt') })).status).toBe(429)
    expect((await (await uploads.as('bob')).create(10, { key: `${idOf('bob')}/a.txt` })).status).toBe(201)
    await ada.send('DELETE', addresses[0] ?? '')
    expect((await ada.create(10, { key: mine('one-more.txt') })).status).toBe(201)
    await uploads.forgetAll()
    for (let n = 0; n < 10; n++) await ada.begin(50 * MB, mine(`large-${n}.txt`))
    expect((await ada.create(1, { key: mine('tiny.txt') })).status).toBe(429)
    await uploads.forgetAll()
  })

  test('a new upload replaces the same user’s unfinished one for the same key, and nobody else’s', async () => {
    const first = await ada.begin(10, mine('again.txt'))
    await ada.patch(first, 0, '01234')
    const second = await ada.begin(10, mine('again.txt'))
    expect(await ada.offsetOf(first)).toBe('refused with 404')
    expect(uploads.parts()).toEqual([0])
    await uploads.sql('update storage.s3_multipart_uploads set owner_id = $1', [idOf('bob')])
    const third = await ada.begin(10, mine('again.txt'))
    expect(uploads.parts()).toEqual([0, 0])
    expect((await ada.patch(third, 0, '0123456789')).status).toBe(204)
    expect(await (await uploads.as('bob')).offsetOf(second)).toBe(0)
    await (await uploads.as('bob')).send('DELETE', second)
  })

  test('an upload expires after 24 hours, and its part is deleted with the orphaned objects', async () => {
    const [touched, forgotten] = [await ada.begin(10, mine('old.txt')), await ada.begin(10, mine('forgotten.txt'))]
    await ada.patch(touched, 0, '01234')
    await uploads.sql("update storage.s3_multipart_uploads set created_at = now() - interval '24 hours 1 minute'")
    expect((await ada.patch(touched, 5, '56789')).status).toBe(410)
    expect(await ada.offsetOf(touched)).toBe('refused with 404')
    const young = await ada.begin(10, mine('young.txt'))
    await uploads.restart()
    await expect.poll(async () => (await uploads.rows()).length).toBe(1)
    await expect.poll(() => uploads.parts()).toHaveLength(1)
    expect(await ada.offsetOf(forgotten)).toBe('refused with 404')
    expect(await ada.offsetOf(young)).toBe(0)
    await ada.send('DELETE', young)
  })

  test.each([
    ['deleted', 'delete from auth.users where id = $1'],
    ['marked as deleted', 'update auth.users set deleted_at = now() where id = $1'],
  ])('the parts of an account that is %s are deleted', async (_, erase) => {
    const eve = idOf(`eve ${erase}`)
    await uploads.sql('insert into auth.users (id, email) values ($1, $2)', [eve, `${eve}@example.test`])
    await (await uploads.as(`eve ${erase}`)).begin(10, `${eve}/a.txt`)
    expect(uploads.parts()).toHaveLength(1)
    await uploads.sql(erase, [eve])
    expect(await uploads.rows()).toEqual([])
    await uploads.restart()
    await expect.poll(() => uploads.parts()).toEqual([])
  })
})

describe('malformed requests', () => {
  const good = () => ({ 'upload-length': '10', 'upload-metadata': metadataHeader({ bucketName: 'papers', objectName: mine('a.txt') }) })
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  test.each<[string, Record<string, string | undefined>, number]>([
    ['another version', { 'tus-resumable': '0.2.2' }, 412],
    ['no version', { 'tus-resumable': undefined }, 412],
    ['no length', { 'upload-length': undefined }, 400],
    ['a negative length', { 'upload-length': '-1' }, 400],
    ['a length that is not a number', { 'upload-length': '1e3' }, 400],
    ['a huge length', { 'upload-length': '9'.repeat(40) }, 400],
    ['a deferred length', { 'upload-length': undefined, 'upload-defer-length': '1' }, 400],
    ['a concatenation', { 'upload-concat': 'partial' }, 400],
    ['no metadata', { 'upload-metadata': undefined }, 400],
    ['metadata that is not base64', { 'upload-metadata': 'bucketName ***' }, 400],
    ['the same name twice', { 'upload-metadata': 'bucketName YQ==,bucketName Yg==' }, 400],
    ['a key that leaves its folder', { 'upload-metadata': `bucketName ${base64('papers')},objectName ${base64('../a.txt')}` }, 400],
    ['a NUL in the key', { 'upload-metadata': `bucketName ${base64('papers')},objectName ${base64('a\0.txt')}` }, 400],
    [
      'a line break in the type',
      { 'upload-metadata': metadataHeader({ bucketName: 'papers', objectName: 'a', contentType: 'text/plain\r\nx: y' }) },
      400,
    ],
    ['malformed user metadata', { 'upload-metadata': metadataHeader({ bucketName: 'papers', objectName: 'a', metadata: '{' }) }, 400],
    ['a malformed signature', { 'x-signature': 'x' }, 201],
  ])('creating an upload with %s gets the right status', async (_, headers, status) => {
    expect((await ada.send('POST', '/storage/v1/upload/resumable', { ...good(), ...headers })).status).toBe(status)
    await uploads.forgetAll()
  })

  test('chunks without an offset or type and invalid upload URLs are refused', async () => {
    const address = await ada.begin(10, mine('strict.txt'))
    for (const offset of [undefined, '', '-1', '1.5', '0x0', '9'.repeat(30)])
      expect((await ada.patch(address, 0, 'abc', { 'upload-offset': offset })).status).toBe(400)
    expect((await ada.patch(address, 0, 'abc', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ada.send('PUT', address)).status).toBe(404)
    expect((await ada.send('GET', '/storage/v1/upload/resumable')).status).toBe(404)
    for (const id of ['x', '%00', 'a/b', Buffer.from('papers/a.txt/not-a-version').toString('base64url')])
      expect((await ada.send('HEAD', `/storage/v1/upload/resumable/${id}`)).status).toBe(404)
    expect(await ada.offsetOf(address)).toBe(0)
    await ada.send('DELETE', address)
  })

  test('random headers never cause a 5xx', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
      fc.integer().map(String),
      fc.constant(good()['upload-metadata']),
      fc
        .string({ unit: 'binary', maxLength: 40 })
        .map((text) => `bucketName cGFwZXJz,objectName ${base64(text)},contentType ${base64(text)}`),
    )
    const names = [
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'x-upsert',
      'x-signature',
      'content-type',
      'upload-defer-length',
    ]
    const headers = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 })
    const methods = fc.constantFrom('POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'PUT')
    const ids = fc.oneof(
      fc.constant(''),
      fc.constant('/sign'),
      fc.string({ maxLength: 30 }).map((id) => `/${encodeURIComponent(id)}`),
    )
    await fc.assert(
      fc.asyncProperty(methods, ids, headers, async (method, id, given) => {
        const answer = await ada.send(method, `/storage/v1/upload/resumable${id}`, { ...good(), ...CHUNK_HEADERS, ...trimmed(given) })
        expect(answer.status).toBeLessThan(500)
        await answer.arrayBuffer()
      }),
      { numRuns: 80, seed: 1 },
    )
    await uploads.forgetAll()
    expect((await ada.create(10, { key: mine('after.txt') })).status).toBe(201)
    await uploads.forgetAll()
  }, 60_000)
})

/** Removes headers that fetch refuses to send, because they do not reach the server. */
const trimmed = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e]/g, '').trim()]))
