// Photos of doctors, uploaded as the site does: with the real client to the real storage service.
import { expect, test } from 'vitest'
import { idOf, type Name, superuser } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const clinic = useClinicServer()

// One white pixel.
const PHOTO = new Blob([Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')], { type: 'image/webp' })
const JPEG = new Blob(
  [
    Buffer.from(
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABUQAQEAAAAAAAAAAAAAAAAAAAAS/9oACAEBAAA/ADU//9k=',
      'base64',
    ),
  ],
  { type: 'image/jpeg' },
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
let numbers = 0
const path = (doctor = clinic.aylin, name = 'photo') => `${doctor}/${name}-${numbers++}.webp`
const photosOf = async (name: Name) => (await clinic.clientOf(name)).storage.from('doctor-photos')
const visitors = () => clinic.visitor.storage.from('doctor-photos')
const empty = () =>
  clinic.keep(superuser, async ({ query }) => {
    await query("select set_config('storage.allow_delete_query', 'true', true)")
    await query("delete from storage.objects where bucket_id = 'doctor-photos'")
  })
const publicStatus = async (at: string) => (await fetch(visitors().getPublicUrl(at).data.publicUrl)).status

test.each<Name>(['aylin', 'nigar'])('%s uploads a photo of the doctor, everybody sees it, and %s removes it', async (name) => {
  const photos = await photosOf(name)
  const photo = path()
  expect((await photos.upload(photo, PHOTO)).error).toBeNull()
  const response = await fetch(visitors().getPublicUrl(photo).data.publicUrl)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const set = await (await clinic.clientOf(name)).from('doctors').update({ photo_path: photo }).eq('id', clinic.aylin).select('photo_path')
  expect(set.data).toEqual([{ photo_path: photo }])
  const { data } = await clinic.visitor.from('doctors_public').select('photo_path').eq('id', clinic.aylin)
  expect(data).toEqual([{ photo_path: photo }])
  expect((await photos.remove([photo])).data).toHaveLength(1)
  expect(await publicStatus(photo)).toBe(400)
})

test('an admin can remove the doctor’s upload, and the doctor an admin’s upload', async () => {
  const [aylins, nigars] = [path(), path()]
  await (await photosOf('aylin')).upload(aylins, PHOTO)
  await (await photosOf('nigar')).upload(nigars, PHOTO)
  expect((await (await photosOf('nigar')).remove([aylins])).data).toHaveLength(1)
  expect((await (await photosOf('aylin')).remove([nigars])).data).toHaveLength(1)
})

test.each<Name>(['rauf', 'leyla', 'mallory'])('%s can neither upload, replace, list nor remove it', async (name) => {
  const photo = path()
  await (await photosOf('aylin')).upload(photo, PHOTO)
  const photos = await photosOf(name)
  expect((await photos.upload(path(), PHOTO)).error).toMatchObject({ statusCode: '403' })
  expect((await photos.upload(photo, PHOTO, { upsert: true })).error).toMatchObject({ statusCode: '403' })
  expect((await photos.list(clinic.aylin)).data).toEqual([])
  expect((await photos.remove([photo])).data).toEqual([])
  expect(await publicStatus(photo)).toBe(200)
})

test('a visitor can neither upload, list nor remove photos', async () => {
  const photo = path()
  await (await photosOf('aylin')).upload(photo, PHOTO)
  expect((await visitors().upload(path(), PHOTO)).error).toMatchObject({ statusCode: '403' })
  expect((await visitors().list(clinic.aylin)).data).toEqual([])
  expect((await visitors().remove([photo])).data).toEqual([])
  expect(await publicStatus(photo)).toBe(200)
})

test('only WebP and JPEG images of at most 300 KB are accepted, whatever type they claim', async () => {
  const photos = await photosOf('aylin')
  expect((await photos.upload(path(), new Blob([SVG], { type: 'image/svg+xml' }))).error).toMatchObject({ statusCode: '415' })
  expect((await photos.upload(path(), new Blob([SVG], { type: 'image/webp' }))).error).toMatchObject({ statusCode: '415' })
  expect((await photos.upload(path(), new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }))).error).toMatchObject({ statusCode: '415' })
  const large = new Blob([await PHOTO.arrayBuffer(), new Uint8Array(300 * 1024)], { type: 'image/webp' })
  expect((await photos.upload(path(), large)).error).toMatchObject({ statusCode: '413' })
})

test.each(['photo.svg', 'a/photo.webp', 'PHOTO.webp', '.webp'])('not even an admin can upload %s', async (name) => {
  expect((await (await photosOf('nigar')).upload(`${clinic.aylin}/${name}`, PHOTO)).error).toMatchObject({ statusCode: '403' })
})

test('not even an admin can upload a photo for an unknown doctor', async () => {
  expect((await (await photosOf('nigar')).upload(path(idOf('nobody')), PHOTO)).error).toMatchObject({ statusCode: '403' })
})

test('a doctor can have at most sixteen objects', async () => {
  await empty()
  const photos = await photosOf('aylin')
  for (let n = 0; n < 16; n++) expect((await photos.upload(path(), PHOTO)).error).toBeNull()
  expect((await photos.upload(path(), PHOTO)).error).toMatchObject({ statusCode: '403' })
  expect((await (await photosOf('rauf')).upload(path(clinic.rauf), PHOTO)).error).toBeNull()
  await empty()
})

test('replaced photos are removed at night, and both sizes of the current photo stay', async () => {
  await empty()
  const photos = await photosOf('aylin')
  const [old, current] = [path(), path()]
  const small = current.replace('.webp', '-small.webp')
  for (const each of [old, current, small]) await photos.upload(each, PHOTO)
  await clinic.keep(superuser, async ({ query }) => {
    await query('update doctors set photo_path = $2 where id = $1', [clinic.aylin, current])
    await query("update storage.objects set created_at = now() - interval '2 days'")
  })
  const { data } = await clinic.withSecretKey.functions.invoke('erase-expired', { headers: { apikey: clinic.keys.secret } })
  expect(data).toMatchObject({ orphans: 1, files: 1 })
  expect([await publicStatus(old), await publicStatus(current), await publicStatus(small)]).toEqual([400, 200, 200])
})

test('all sizes of a photo stay as long as the doctor has it', async () => {
  await empty()
  const photos = await photosOf('aylin')
  const [current, other] = ['a', 'b'].map((name) => `${clinic.aylin}/${name}`)
  const names = (photo = '') => ['-full.jpg', '-large.jpg', '-small.jpg', '-share.jpg'].map((ending) => photo + ending)
  for (const each of [...names(current), ...names(other)]) expect((await photos.upload(each, JPEG)).error).toBeNull()
  await clinic.keep(superuser, async ({ query }) => {
    await query('update doctors set photo_path = $2 where id = $1', [clinic.aylin, `${current}-full.jpg`])
    await query("update storage.objects set created_at = now() - interval '2 days'")
  })
  const { data } = await clinic.withSecretKey.functions.invoke('erase-expired', { headers: { apikey: clinic.keys.secret } })
  expect(data).toMatchObject({ orphans: 4, files: 4 })
  for (const each of names(current)) expect(await publicStatus(each)).toBe(200)
  for (const each of names(other)) expect(await publicStatus(each)).toBe(400)
})

test('erasing a doctor’s account queues their photo for removal', async () => {
  await empty()
  const photo = path(clinic.rauf)
  await (await photosOf('rauf')).upload(photo, PHOTO)
  await clinic.as(superuser, async (session) => {
    await session.as('rauf', ({ query }) => query("select erase_my_account('rauf@example.test')"))
    expect(await session.query('select bucket_id, path from private.files_to_remove')).toEqual([
      { bucket_id: 'doctor-photos', path: photo },
    ])
    expect(await session.query("select * from list_files_to_remove(10, 'doctor-photos')")).toEqual([{ list_files_to_remove: photo }])
    expect(await session.query('select * from list_files_to_remove()')).toEqual([])
  })
})

test('visitors can get free times through the API', async () => {
  const { data, error } = await clinic.visitor.rpc('get_next_slots', { doctor_ids: [clinic.aylin], per_doctor: 2 })
  expect(error).toBeNull()
  expect(data).toHaveLength(2)
  const day = data?.[0]?.appointment_date ?? ''
  expect((await clinic.visitor.rpc('get_available_slots', { doctor_id: clinic.aylin, on_date: day })).data?.[0]).toMatchObject({
    appointment_time: data?.[0]?.appointment_time,
  })
  expect((await clinic.visitor.rpc('hold_slot', { doctor_id: clinic.aylin, on_date: day, at_time: '10:00' })).error?.code).toBe('42501')
})
