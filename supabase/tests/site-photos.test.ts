// Photos of projects and of the company's people, uploaded as the site does: with the real client to the real storage service.
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
async function uploadAll(added: string[]) {
  const photos = await photosOf('nigar')
  for (const photo of added) for (const size of ['large', 'full', 'small']) await photos.upload(path(photo, size), PHOTO)
}

/** Lets them be two days old, and runs the clean-up of the night. */
async function cleanUp(added: string[]) {
  await clinic.keep(superuser, ({ query }) =>
    query("update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'site-photos' and name like any ($1)", [
      added.map((photo) => `${photo}/%`),
    ]),
  )
  const { data } = await clinic.withSecretKey.functions.invoke('erase-expired', { headers: { apikey: clinic.keys.secret } })
  return data
}

const statusesOf = (added: string[]) => Promise.all(added.map(async (photo) => (await get(path(photo))).status))

test('photos in no entry, draft or version are removed at night', async () => {
  const [shown, replaced, abandoned] = [randomUUID(), randomUUID(), randomUUID()]
  await uploadAll([shown, replaced, abandoned])
  const withPhoto = (photo: string) => project({ photos: [{ path: photo, alts: { tr: 'Ada' } }] })
  await clinic.keep(superuser, async (session) => {
    const id = await save(session, withPhoto(replaced))
    await publish(session, id)
    await save(session, withPhoto(shown), { id, version: 1 })
  })
  expect(await cleanUp([shown, replaced, abandoned])).toMatchObject({ orphans: 3, files: 3 })
  expect(await statusesOf([shown, replaced, abandoned])).toEqual([200, 200, 400])
})

test('photos of people stay while the settings name them, and are removed at night once replaced or removed', async () => {
  const [architect, coordinator, replacement] = [randomUUID(), randomUUID(), randomUUID()]
  const all = [architect, coordinator, replacement]
  await uploadAll(all)
  const change = (settings: object) =>
    clinic.keep('nigar', ({ query }) =>
      query(
        'update company_settings set architects = $1, psychology_coordinator = $2, psychology_coordinator_photo = $3',
        Object.values(settings),
      ),
    )
  const architects = (photo?: string) => JSON.stringify([{ name: 'Rəna', titleKey: 'leadArchitect', ...(photo && { photo }) }])
  await change({ architects: architects(`${architect}.jpg`), coordinator: 'Aysel', photo: coordinator })
  expect(await cleanUp([architect, coordinator])).toMatchObject({ orphans: 0, files: 0 })
  // The replacement is from today: whoever chose it may not have saved it yet.
  expect(await statusesOf(all)).toEqual([200, 200, 200])
  await change({ architects: architects(), coordinator: 'Aysel', photo: replacement })
  expect(await cleanUp(all)).toMatchObject({ orphans: 6, files: 6 })
  expect(await statusesOf(all)).toEqual([400, 400, 200])
  await change({ architects: null, coordinator: null, photo: null })
  expect(await cleanUp(all)).toMatchObject({ orphans: 3, files: 3 })
})
