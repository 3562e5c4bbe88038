// Photos of projects, uploaded as the site does: with the real client to the real storage service.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Name, superuser } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'
import { project, publish, save } from './content.ts'

const clinic = useClinicServer()

// One white pixel.
const PHOTO = new Blob([Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')], { type: 'image/webp' })
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const photosOf = async (name: Name) => (await clinic.clientOf(name)).storage.from('site-photos')
const visitors = () => clinic.visitor.storage.from('site-photos')
const get = (path: string) => fetch(visitors().getPublicUrl(path).data.publicUrl)
const path = (photo: string = randomUUID(), size = 'full') => `${photo}/${size}.webp`

test('an admin can upload and remove a photo, which everybody can see', async () => {
  const photos = await photosOf('nigar')
  const photo = path()
  expect((await photos.upload(photo, PHOTO)).error).toBeNull()
  const response = await get(photo)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await photos.remove([photo])).data).toHaveLength(1)
  expect((await get(photo)).status).toBe(400)
})

test.each<Name>(['aylin', 'leyla', 'mallory'])('%s can neither upload, replace, list nor remove one', async (name) => {
  const photo = path()
  await (await photosOf('nigar')).upload(photo, PHOTO)
  const photos = await photosOf(name)
  expect((await photos.upload(path(), PHOTO)).error).toMatchObject({ statusCode: '403' })
  expect((await photos.upload(photo, PHOTO, { upsert: true })).error).toMatchObject({ statusCode: '403' })
  expect((await photos.list()).data).toEqual([])
  expect((await photos.remove([photo])).data).toEqual([])
  expect((await get(photo)).status).toBe(200)
})

test('a visitor can neither upload, list nor remove photos', async () => {
  const photo = path()
  await (await photosOf('nigar')).upload(photo, PHOTO)
  expect((await visitors().upload(path(), PHOTO)).error).toMatchObject({ statusCode: '403' })
  expect((await visitors().list()).data).toEqual([])
  expect((await visitors().remove([photo])).data).toEqual([])
  expect((await get(photo)).status).toBe(200)
})

test('only WebP and JPEG images of at most 300 KB are accepted, whatever type they claim', async () => {
  const photos = await photosOf('nigar')
  for (const type of ['image/svg+xml', 'image/webp'])
    expect((await photos.upload(path(), new Blob([SVG], { type }))).error).toMatchObject({ statusCode: '415' })
  const large = new Blob([await PHOTO.arrayBuffer(), new Uint8Array(300 * 1024)], { type: 'image/webp' })
  expect((await photos.upload(path(), large)).error).toMatchObject({ statusCode: '413' })
})

test.each(['photo.webp', 'a/full.webp', `${randomUUID()}/huge.webp`, `${randomUUID()}/full.svg`, `${randomUUID()}/a/full.webp`])(
  'not even an admin can upload %s',
  async (name) => {
    expect((await (await photosOf('nigar')).upload(name, PHOTO)).error).toMatchObject({ statusCode: '403' })
  },
)

test('photos in no entry, draft or version are removed at night', async () => {
  const photos = await photosOf('nigar')
  const [shown, replaced, abandoned] = [randomUUID(), randomUUID(), randomUUID()]
  for (const photo of [shown, replaced, abandoned])
    for (const size of ['large', 'full', 'small']) await photos.upload(path(photo, size), PHOTO)
  const withPhoto = (photo: string) => project({ photos: [{ path: photo, alts: { tr: 'Ada' } }] })
  await clinic.keep(superuser, async (session) => {
    const id = await save(session, withPhoto(replaced))
    await publish(session, id)
    await save(session, withPhoto(shown), { id, version: 1 })
    await session.query(
      "update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'site-photos' and name like any ($1)",
      [[shown, replaced, abandoned].map((photo) => `${photo}/%`)],
    )
  })
  const { data } = await clinic.withSecretKey.functions.invoke('erase-expired', { headers: { apikey: clinic.keys.secret } })
  expect(data).toMatchObject({ orphans: 3, files: 3 })
  expect([(await get(path(shown))).status, (await get(path(replaced))).status, (await get(path(abandoned))).status]).toEqual([
    200, 200, 400,
  ])
})
