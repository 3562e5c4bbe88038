// Rights are checked on every request of a resumable upload, not only at its start.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../testing/database.ts'
import { createUploader, MB, metadataHeader, mine, slowBody } from '../testing/resumable-uploader.ts'
import { FOLDER_POLICY } from './test-shelves.ts'
import { openUploads } from './test-uploads.ts'

let uploads: Awaited<ReturnType<typeof openUploads>>
let ada: Awaited<ReturnType<typeof openUploads>>['uploader']
beforeAll(async () => {
  uploads = await openUploads()
  ada = uploads.uploader
})
afterAll(() => uploads.stop())

test('only the creator can read, continue or end an upload', async () => {
  const address = await ada.begin(10, mine('hers.txt'))
  const stranger = createUploader(uploads.url, { apikey: uploads.keys.publishable })
  const service = createUploader(uploads.url, { apikey: uploads.keys.secret })
  for (const other of [await uploads.as('bob'), stranger, service]) {
    expect(await other.offsetOf(address)).toBe('refused with 404')
    expect((await other.patch(address, 0, '01234')).status).toBe(404)
    expect((await other.send('DELETE', address)).status).toBe(404)
  }
  expect((await createUploader(uploads.url, {}).patch(address, 0, '01234')).status).toBe(403)
  expect(await ada.offsetOf(address)).toBe(0)
  await ada.send('DELETE', address)
})

test('an upload that the policy forbids cannot be created', async () => {
  expect((await (await uploads.as('bob')).create(10, { key: mine('planted.txt') })).status).toBe(403)
  expect((await ada.create(10, { key: 'a.txt', bucket: 'nowhere' })).status).toBe(404)
  expect((await ada.create(3000, { key: mine('a.png'), bucket: 'pictures', type: 'image/png' })).status).toBe(413)
  expect((await ada.create(30, { key: mine('a.gif'), bucket: 'pictures', type: 'image/gif' })).status).toBe(415)
  expect((await ada.create(50 * MB + 1, { key: mine('large.txt') })).status).toBe(413)
  expect(await uploads.rows()).toEqual([])
})

test('rights are checked before every chunk, and losing them deletes the upload and its part', async () => {
  const address = await ada.begin(10, mine('revoked.txt'))
  expect((await ada.patch(address, 0, '01234')).status).toBe(204)
  await uploads.sql('alter policy "everybody has a folder: add" on storage.objects with check (false)')
  const refused = await ada.patch(address, 5, '56789')
  await uploads.sql(FOLDER_POLICY)
  expect([refused.status, await refused.text()]).toEqual([403, 'new row violates row-level security policy'])
  expect(await ada.offsetOf(address)).toBe('refused with 404')
  expect(await uploads.rows()).toEqual([])
  expect(uploads.parts()).toEqual([])
})

test('rights are checked again after the last byte', async () => {
  const address = await ada.begin(10, mine('late.txt'))
  const slow = slowBody()
  const answer = ada.patch(address, 0, slow.body)
  slow.send(Buffer.from('01234'))
  await expect.poll(() => uploads.parts()).toEqual([5])
  await uploads.sql('alter policy "everybody has a folder: add" on storage.objects with check (false)')
  slow.send(Buffer.from('56789'))
  slow.end()
  expect((await answer).status).toBe(403)
  await uploads.sql(FOLDER_POLICY)
  expect((await (await uploads.papers()).exists(mine('late.txt'))).data).toBe(false)
  expect(uploads.parts()).toEqual([])
})

test('an ended session cannot continue an upload, and the part is kept for the next sign-in', async () => {
  const before = await uploads.as('ada')
  const address = await before.begin(10, mine('signed-out.txt'))
  await before.patch(address, 0, '01234')
  await uploads.sql('delete from auth.sessions where user_id = $1', [idOf('ada')])
  expect(await before.offsetOf(address)).toBe('refused with 403')
  expect((await before.patch(address, 5, '56789')).status).toBe(403)
  expect((await before.send('DELETE', address)).status).toBe(403)
  ada = await uploads.as('ada')
  expect(await ada.offsetOf(address)).toBe(5)
  expect((await ada.patch(address, 5, '56789')).status).toBe(204)
})

test('a file whose content does not match its type never becomes an object', async () => {
  const created = await ada.create(10, { key: mine('a.png'), bucket: 'pictures', type: 'image/png' })
  const address = created.headers.get('location') ?? ''
  expect((await ada.patch(address, 0, '<html></ht')).status).toBe(415)
  expect(await ada.offsetOf(address)).toBe('refused with 404')
  expect(uploads.parts()).toEqual([])
})

test('a signed URL uploads without a token, but only to its key', async () => {
  const { data } = await (await uploads.papers()).createSignedUploadUrl(mine('signed.txt'))
  const signed = createUploader(uploads.url, { 'x-signature': data?.token ?? '' })
  const metadata = (key: string) => ({ 'upload-length': '5', 'upload-metadata': metadataHeader({ bucketName: 'papers', objectName: key }) })
  const path = '/storage/v1/upload/resumable/sign'
  expect((await signed.send('POST', path, metadata(mine('other.txt')))).status).toBe(400)
  const created = await signed.send('POST', path, metadata(mine('signed.txt')))
  expect(created.headers.get('location')).toContain('/upload/resumable/sign/')
  expect((await signed.patch(created.headers.get('location') ?? '', 0, 'hello')).status).toBe(204)
  expect((await uploads.bytesOf('signed.txt')).toString()).toBe('hello')
})
