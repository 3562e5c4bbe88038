// The export of a user's own data requires the second factor if there is one, and contains a doctor's part only while the role counts.
import { beforeEach, expect, test } from 'vitest'
import { arrange, idOf, superuser } from './clinic.ts'
import { type Client, useClinicServer } from './clinic-server.ts'
import { factorsIn } from './factors.ts'
import { addRecord } from './files.ts'

const clinic = useClinicServer()
const { sql, clientAt, age, enrol } = factorsIn(clinic)

beforeEach(async () => {
  await sql('delete from auth.mfa_factors')
  await sql('delete from appointment_files')
  await sql('delete from appointments')
  await sql("insert into user_roles (user_id, role) values ($1, 'doctor') on conflict do nothing", [idOf('aylin')])
  await age(0)
  const { id } = await clinic.keep(superuser, (session) => arrange(session, 'leyla', clinic.aylin, { startsIn: '5 minutes' }))
  for (const name of ['leyla', 'aylin'])
    await sql('insert into appointment_messages (appointment_id, sender, body) values ($1, $2, $3)', [id, idOf(name), `by ${name}`])
  await clinic.keep(superuser, (session) => addRecord(session, 'aylin', id))
  await sql(
    "delete from note_templates; insert into note_templates (doctor_id, title, body) select id, 'Control', 'In a month' from doctors",
  )
  await sql("insert into audit_log (actor, action, subject) values ($1, 'appointment.note', 'appointment:' || $2::text)", [
    idOf('aylin'),
    id,
  ])
})

interface Exported {
  doctor: object | null
  account: { email: string }
  messages: { body: string }[]
  files: object[]
  note_templates: object[]
  log: { action: string }[]
}
async function exported(client: Client) {
  const { data, error } = await client.rpc('export_my_data')
  if (error) return error.message
  const { doctor, messages, files, note_templates, log } = data as unknown as Exported
  return {
    doctor: doctor !== null,
    messages: messages.map(({ body }) => body),
    files: files.length,
    templates: note_templates.length,
    log: log.some(({ action }) => action === 'appointment.note'),
  }
}

const AS_DOCTOR = { doctor: true, messages: ['by aylin'], files: 1, templates: 1, log: true }
const NOTHING_OF_A_DOCTOR = { doctor: false, messages: [], files: 0, templates: 0, log: false }

test('users with a second factor get the export at aal2 only, whether doctor, admin or patient', async () => {
  for (const name of ['aylin', 'nigar', 'leyla'] as const) {
    await enrol(name)
    expect(await exported(await clientAt(name, 'aal1'))).toBe('second_factor_needed')
    expect(await exported(await clientAt(name, 'aal1', 'aal2'))).toBe('second_factor_needed')
    expect(await exported(await clientAt(name, 'aal2', 'aal1'))).toBe('second_factor_needed')
    expect(await exported(await clientAt(name, 'aal2'))).toBeTypeOf('object')
  }
})

test('a patient without a factor gets the export', async () => {
  expect(await exported(await clientAt('leyla', 'aal1'))).toMatchObject({ messages: ['by leyla', 'by aylin'], files: 1 })
})

test('the export contains the doctor’s part with the factor, and without one until the grace period ends', async () => {
  await age(13)
  expect(await exported(await clientAt('aylin', 'aal1'))).toEqual(AS_DOCTOR)
  await age(15)
  expect(await exported(await clientAt('aylin', 'aal1'))).toEqual(NOTHING_OF_A_DOCTOR)
  await enrol('aylin')
  expect(await exported(await clientAt('aylin', 'aal2'))).toEqual(AS_DOCTOR)
})

test('the export contains no doctor’s part once the role was removed, even with the factor and a linked record', async () => {
  await enrol('aylin')
  await sql("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')])
  expect(await exported(await clientAt('aylin', 'aal2'))).toEqual(NOTHING_OF_A_DOCTOR)
})

test('the export contains nothing about a patient whose appointment was cancelled', async () => {
  await sql("update appointments set status = 'cancelled'")
  expect(await exported(await clientAt('aylin', 'aal1'))).toMatchObject({ messages: [], files: 0 })
})
