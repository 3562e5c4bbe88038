import { expect, test } from 'vitest'
import { anonymous, idOf, type Person, refusal, type Session, serviceRole, useClinic } from './clinic.ts'

const db = useClinic()

const id = idOf('doctor deniz')
const DENIZ = { id, first_name: 'Deniz', last_name: 'Ak' }
const add = async ({ query }: Session, doctor: object | null, contact: object | null = null) =>
  (await query('select * from add_doctor($1, $2)', [doctor && JSON.stringify(doctor), contact && JSON.stringify(contact)]))[0]
const contactsOf = ({ query }: Session) => query('select email, phone from doctor_contacts where doctor_id = $1', [id])
const doctorsNamedDeniz = ({ query }: Session) => query("select id from doctors where first_name = 'Deniz'")

test('an admin adds a doctor with a contact', async () => {
  await db.as('nigar', async (nigar) => {
    const added = await add(nigar, { ...DENIZ, specialization: 'Üroloji', bio: 'Bio' }, { email: 'deniz@praxis.test', phone: '+90 1' })
    expect(added).toMatchObject({ ...DENIZ, specialization: 'Üroloji', bio: 'Bio', available: true, user_id: null })
    expect(await nigar.query('select * from doctors where id = $1', [id])).toEqual([added])
    expect(await contactsOf(nigar)).toEqual([{ email: 'deniz@praxis.test', phone: '+90 1' }])
  })
})

test('missing values get the defaults of their columns, and a blank contact is not stored', async () => {
  await db.as('nigar', async (nigar) => {
    expect(await add(nigar, DENIZ, { email: ' ', phone: '' })).toMatchObject({
      specialization: 'Genel',
      bio: null,
      available: true,
      timezone: 'Europe/Istanbul',
      session_duration: 30,
      cancellation_hours: 24,
    })
    expect(await contactsOf(nigar)).toEqual([])
  })
})

test('settings can be passed, an account cannot', async () => {
  await db.as('nigar', async (nigar) => {
    const settings = { available: false, timezone: 'Asia/Baku', session_duration: 45, cancellation_hours: 12, work_hours: '9–17' }
    const added = await add(nigar, { ...DENIZ, ...settings, user_id: idOf('mallory'), created_at: '2000-01-01' })
    expect(added).toMatchObject({ ...settings, user_id: null })
    expect(added?.['created_at']).not.toEqual(new Date('2000-01-01'))
  })
})

test('the database chooses the id when none is given', async () => {
  await db.as('nigar', async (nigar) => {
    const added = await add(nigar, { first_name: 'Deniz', last_name: 'Ak' })
    expect(await doctorsNamedDeniz(nigar)).toEqual([{ id: added?.['id'] }])
  })
})

test('sending the same id again replaces the record and its contact', async () => {
  await db.as('nigar', async (nigar) => {
    await add(nigar, { ...DENIZ, bio: 'First' }, { email: 'first@praxis.test' })
    expect(await add(nigar, { ...DENIZ, bio: null }, { phone: '+90 2' })).toMatchObject({ id, bio: null })
    expect(await doctorsNamedDeniz(nigar)).toEqual([{ id }])
    expect(await contactsOf(nigar)).toEqual([{ email: null, phone: '+90 2' }])
    await add(nigar, DENIZ)
    expect(await contactsOf(nigar)).toEqual([])
  })
})

test.each<[string, object | null, object | null, unknown]>([
  ['an invalid address', DENIZ, { email: 'no address' }, ['23514', 'doctor_contacts_email_is_an_address']],
  ['a blank name', { ...DENIZ, first_name: ' ' }, null, ['23514', 'doctors_first_name_is_given']],
  ['a blank specialty', { ...DENIZ, specialization: ' ' }, null, ['23514', 'doctors_specialization_is_given']],
  ['a zone that is not offered', { ...DENIZ, timezone: 'Africa/Cairo' }, null, ['23514', 'doctors_timezone_is_offered']],
])('%s is refused and leaves nothing behind', async (_, doctor, contact, expected) => {
  await db.as('nigar', async (nigar) => {
    expect(await refusal(add(nigar, doctor, contact))).toEqual(expected)
    expect(await nigar.query('select from doctors where id = $1', [id])).toEqual([])
  })
})

test.each([null, {}, [], 'Deniz'])('%j is not a doctor', async (doctor) => {
  await db.as('nigar', async (nigar) => {
    expect((await refusal(add(nigar, doctor as object)))[0]).toBe('23502')
  })
})

test.each<Person>(['aylin', 'leyla', 'mallory', anonymous, serviceRole])('%j cannot add a doctor', async (person) => {
  await db.as(person, async (session) => {
    expect((await refusal(add(session, DENIZ, { phone: '+90 1' })))[0]).toBe('42501')
    expect(await session.as({ role: 'superuser' }, doctorsNamedDeniz)).toEqual([])
  })
})

test('a doctor cannot change their own record with add_doctor', async () => {
  const own = { id: db.aylin, first_name: 'Aylin', last_name: 'Kaya', bio: 'X' }
  expect((await refusal(db.as('aylin', (aylin) => add(aylin, own))))[0]).toBe('42501')
})
