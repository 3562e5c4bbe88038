// Files of an appointment, uploaded as the site does: through the storage service, with the real client.
import { beforeEach, expect, test } from 'vitest'
import { createUploader } from '../../server/testing/resumable-uploader.ts'
import { arrange, emailOf, idOf, type Name, superuser } from './clinic.ts'
import { invoke, useClinicServer } from './clinic-server.ts'

const clinic = useClinicServer()
let appointment: string
beforeEach(async () => {
  appointment = await arranged('confirmed')
})

const arranged = async (status: string) => {
  await clinic.keep(superuser, ({ query }) => query('delete from appointment_files'))
  await clinic.keep(superuser, ({ query }) => query('delete from appointments'))
  return (await clinic.keep(superuser, (session) => arrange(session, 'leyla', clinic.aylin, { startsIn: '1 hour', status }))).id
}
const filesOf = async (name: Name) => (await clinic.clientOf(name)).storage.from('appointment-files')
const REPORT = new Blob(['%PDF-1.7\n%âãÏÓ\n'], { type: 'application/pdf' })
let numbers = 0
const path = (name = 'tahlil.pdf') => `${appointment}/${1763000000000 + numbers++}-${name}`
const metadata = () => ({ uploadedBy: idOf('leyla'), appointmentId: appointment })

test('the patient shares a file, the doctor can read it, and only the patient can remove it', async () => {
  const shared = path()
  const hers = await filesOf('leyla')
  expect((await hers.upload(shared, REPORT, { metadata: metadata() })).error).toBeNull()
  const doctors = await filesOf('aylin')
  expect((await doctors.download(shared)).data?.type).toBe('application/pdf')
  expect((await doctors.remove([shared])).data).toEqual([])
  expect((await hers.remove([shared])).data).toHaveLength(1)
  expect((await doctors.download(shared)).error).not.toBeNull()
})

test.each<Name>(['rauf', 'murat', 'mallory', 'nigar'])('%s has no access to it', async (name) => {
  const shared = path()
  await (await filesOf('leyla')).upload(shared, REPORT)
  const files = await filesOf(name)
  expect((await files.upload(path(), REPORT)).error).toMatchObject({ statusCode: '403' })
  expect((await files.download(shared)).data).toBeNull()
  expect((await files.createSignedUrl(shared, 60)).error).toMatchObject({ statusCode: '404' })
  expect((await files.list(appointment)).data).toEqual([])
  expect((await files.remove([shared])).data).toEqual([])
})

test('a visitor has no access', async () => {
  const shared = path()
  await (await filesOf('leyla')).upload(shared, REPORT)
  const files = clinic.visitor.storage.from('appointment-files')
  expect((await files.upload(path(), REPORT)).error).toMatchObject({ statusCode: '403' })
  expect((await files.download(shared)).data).toBeNull()
})

test.each(['pending', 'cancelled'])('nothing can be added while the appointment is %s', async (status) => {
  appointment = await arranged(status)
  expect((await (await filesOf('leyla')).upload(path(), REPORT)).error).toMatchObject({ statusCode: '403' })
})

test('a program declared as an image is refused, and so is a type that is not allowed', async () => {
  const files = await filesOf('leyla')
  const program = new Blob([Buffer.from('4d5a90000300000004000000ffff0000', 'hex')], { type: 'image/png' })
  expect((await files.upload(path('photo.png'), program)).error).toMatchObject({ statusCode: '415' })
  expect((await files.upload(path('page.html'), new Blob(['<p>'], { type: 'text/html' }))).error).toMatchObject({ statusCode: '415' })
})

test('more than 50 MB is refused', async () => {
  const large = new Blob([Buffer.alloc(50 * 1024 * 1024 + 1, 'x')], { type: 'text/plain' })
  expect((await (await filesOf('leyla')).upload(path('large.txt'), large)).error).toMatchObject({ statusCode: '413' })
})

test('names that would leave the folder are refused', async () => {
  const files = await filesOf('leyla')
  for (const name of [`${appointment}/deep/a.pdf`, `${crypto.randomUUID()}/a.pdf`, 'a.pdf', `${appointment}/tahlil sonucu.pdf`])
    expect((await files.upload(name, REPORT)).error).toMatchObject({ status: 400 })
})

const recordOf = (shared: string, values: object = {}) => ({
  appointment_id: appointment,
  file_name: 'Tahlil.pdf',
  file_path: shared,
  file_size: REPORT.size,
  file_type: REPORT.type,
  uploaded_by: idOf('leyla'),
  ...values,
})

test('a record must match the stored file in name, type and size, and cannot exist without one', async () => {
  const hers = await clinic.clientOf('leyla')
  const shared = path()
  const add = async (values: object) => (await hers.from('appointment_files').insert(recordOf(shared, values))).error
  expect(await add({})).toMatchObject({ code: 'P0001', message: 'file_not_allowed' })
  await hers.storage.from('appointment-files').upload(shared, REPORT)
  for (const values of [{ file_name: 'Tahlil sonucu.hta' }, { file_size: 1 }, { file_name: 'a.txt', file_type: 'text/plain' }])
    expect(await add(values)).toMatchObject({ code: 'P0001', message: 'file_not_allowed' })
  expect(await add({ file_name: 'rapor\u202Efdp.pdf' })).toMatchObject({ code: '23514' })
  expect(await add({})).toBeNull()
  const text = path('not.txt')
  await hers.storage.from('appointment-files').upload(text, new Blob(['şifa'], { type: 'text/plain;charset=utf-8' }))
  const values = { file_name: 'not.txt', file_type: 'text/plain', file_size: 5, file_path: text }
  expect(await add(values)).toBeNull()
})

test('after a cancellation the doctor can neither list nor download; the patient can do both, and remove the file', async () => {
  const [hers, doctors] = [await clinic.clientOf('leyla'), await clinic.clientOf('aylin')]
  const shared = path()
  await hers.storage.from('appointment-files').upload(shared, REPORT)
  await hers.from('appointment_files').insert(recordOf(shared))
  expect((await doctors.storage.from('appointment-files').download(shared)).error).toBeNull()
  expect((await doctors.from('appointments').update({ status: 'cancelled' }).eq('id', appointment)).error).toBeNull()
  expect((await doctors.from('appointment_files').select()).data).toEqual([])
  expect((await doctors.storage.from('appointment-files').list(appointment)).data).toEqual([])
  expect((await doctors.storage.from('appointment-files').download(shared)).data).toBeNull()
  expect((await doctors.storage.from('appointment-files').createSignedUrl(shared, 60)).error).toMatchObject({ statusCode: '404' })
  expect((await hers.from('appointment_files').select()).data).toHaveLength(1)
  expect((await hers.storage.from('appointment-files').download(shared)).data?.size).toBe(REPORT.size)
  expect((await hers.storage.from('appointment-files').remove([shared])).data).toHaveLength(1)
  expect((await hers.from('appointment_files').delete().eq('file_path', shared).select()).data).toHaveLength(1)
})

test('an upload without a record counts towards the limit for a day, then it is removed with its contents', async () => {
  const hers = await clinic.clientOf('leyla')
  const files = hers.storage.from('appointment-files')
  const [young, orphan, recorded] = [path('young.pdf'), path('orphan.pdf'), path('recorded.pdf')]
  for (const each of [young, orphan, recorded]) expect((await files.upload(each, REPORT)).error).toBeNull()
  expect((await hers.from('appointment_files').insert(recordOf(recorded))).error).toBeNull()
  await clinic.keep(superuser, ({ query }) =>
    query("update storage.objects set created_at = now() - interval '1 day 1 minute' where name = any ($1)", [[orphan, recorded]]),
  )
  await clinic.keep(superuser, ({ query }) =>
    query("update storage.objects set created_at = now() - interval '23 hours 59 minutes' where name = $1", [young]),
  )
  const stored = async () => (await files.list(appointment)).data?.map(({ name }) => `${appointment}/${name}`)
  expect(await invoke(clinic.withSecretKey, 'erase-expired')).toMatchObject({ status: 200, answer: { orphans: 1, files: 1 } })
  expect(await stored()).toEqual([young, recorded])
  expect(await invoke(clinic.withSecretKey, 'erase-expired')).toMatchObject({ status: 200, answer: { orphans: 0, files: 0 } })
  await files.remove([young, recorded])
  expect(await clinic.as(superuser, ({ query }) => query('select from _server.stray_bytes'))).toEqual([])
})

const uploaderOf = async (name: Name) =>
  createUploader(clinic.url, { apikey: clinic.keys.publishable, authorization: `Bearer ${await clinic.tokenOf(name)}` })

test('a resumable upload counts towards the limit while it is not finished, and ends when the appointment is cancelled', async () => {
  const hers = await uploaderOf('leyla')
  const options = { key: path('scan.txt'), bucket: 'appointment-files', type: 'text/plain' }
  for (const name of ['mallory', 'nigar', 'rauf'] as const) expect((await (await uploaderOf(name)).create(10, options)).status).toBe(403)
  const created = await hers.create(10, options)
  const address = created.headers.get('location') ?? ''
  expect((await hers.patch(address, 0, 'first')).status).toBe(204)
  expect((await (await uploaderOf('aylin')).patch(address, 5, 'other')).status).toBe(404)
  const counted = 'select key, in_progress_size::integer as bytes from storage.s3_multipart_uploads'
  expect(await clinic.as(superuser, ({ query }) => query(counted))).toEqual([{ key: options.key, bytes: 10 }])
  const doctor = await clinic.clientOf('aylin')
  expect((await doctor.from('appointments').update({ status: 'cancelled' }).eq('id', appointment)).error).toBeNull()
  expect((await hers.patch(address, 5, 'other')).status).toBe(403)
  expect(await hers.offsetOf(address)).toBe('refused with 404')
  expect(await clinic.as(superuser, ({ query }) => query(counted))).toEqual([])
})

test('only the secret key can queue uploads without a record', async () => {
  for (const client of [clinic.visitor, await clinic.clientOf('leyla'), await clinic.clientOf('nigar')])
    expect((await client.rpc('queue_orphaned_files')).error).toMatchObject({ code: '42501' })
})

test('files erased with an account are removed from the storage service the same night', async () => {
  const shared = path()
  const hers = await clinic.clientOf('leyla')
  await hers.storage.from('appointment-files').upload(shared, REPORT)
  await hers.from('appointment_files').insert(recordOf(shared))
  expect((await hers.rpc('erase_my_account', { confirmation: emailOf('leyla') })).error).toBeNull()
  expect(await invoke(clinic.withSecretKey, 'erase-expired')).toMatchObject({ status: 200, answer: { files: 1 } })
  expect((await clinic.withSecretKey.storage.from('appointment-files').download(shared)).data).toBeNull()
  const orphanedObjects = await clinic.as(superuser, ({ query }) => query('select from _server.stray_bytes'))
  expect(orphanedObjects).toEqual([])
})
