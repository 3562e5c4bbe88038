import { expect, test } from 'vitest'
import { anonymous, idOf, type Person, refusal, type Session, useClinic } from './clinic.ts'

const db = useClinic()

const assign = ({ query }: Session, user: string, doctor: string | null = null, record: object | null = null) =>
  query('select * from assign_doctor($1, $2, $3)', [idOf(user), doctor, record])
const rolesOf = async ({ query }: Session, name: string) =>
  (await query('select role from user_roles where user_id = $1', [idOf(name)])).map(({ role }) => role)

test('a user is linked to an existing record and gets the role', async () => {
  await db.as('nigar', async (nigar) => {
    const [free] = await nigar.query<{ id: string }>("insert into doctors (first_name, last_name) values ('Deniz', 'Ak') returning id")
    expect(await assign(nigar, 'mallory', free?.id)).toMatchObject([{ id: free?.id, user_id: idOf('mallory'), first_name: 'Deniz' }])
    expect(await rolesOf(nigar, 'mallory')).toEqual(['doctor'])
  })
})

test('a new record is created from the given values, the profile, or the defaults', async () => {
  await db.as('nigar', async (nigar) => {
    expect(await assign(nigar, 'mallory', null, { first_name: 'Mal', specialization: 'Üroloji', bio: 'Bio' })).toMatchObject([
      { first_name: 'Mal', last_name: 'Test', specialization: 'Üroloji', bio: 'Bio', available: true, user_id: idOf('mallory') },
    ])
    expect(await assign(nigar, 'murat', null, { first_name: ' ' })).toMatchObject([
      { first_name: 'murat', specialization: 'Genel', bio: '' },
    ])
  })
})

test('the record is called İsim Soyisim if there is no name', async () => {
  await db.as('nigar', async (nigar) => {
    await nigar.as({ role: 'superuser' }, ({ query }) => query('delete from profiles where user_id = $1', [idOf('mallory')]))
    expect(await assign(nigar, 'mallory')).toMatchObject([{ first_name: 'İsim', last_name: 'Soyisim', specialization: 'Genel' }])
  })
})

test('a user who is already a doctor keeps the role', async () => {
  await db.as('nigar', async (nigar) => {
    await nigar.query("insert into user_roles (user_id, role) values ($1, 'doctor')", [idOf('mallory')])
    await assign(nigar, 'mallory')
    expect(await rolesOf(nigar, 'mallory')).toEqual(['doctor'])
  })
})

test('a failed step leaves neither role nor record', async () => {
  await db.as('nigar', async (nigar) => {
    expect(await refusal(assign(nigar, 'mallory', db.aylin))).toEqual(['P0001', 'doctor_already_linked'])
    expect(await refusal(assign(nigar, 'mallory', idOf('no doctor')))).toEqual(['P0001', 'doctor_already_linked'])
    expect(await refusal(assign(nigar, 'mallory', null, { first_name: 'x'.repeat(101) }))).toEqual(['23514', 'doctors_first_name_is_given'])
    expect(await refusal(assign(nigar, 'aylin'))).toEqual(['23505', 'doctors_user_is_single'])
    expect((await refusal(assign(nigar, 'nobody')))[0]).toBe('23503')
    expect(await rolesOf(nigar, 'mallory')).toEqual([])
    expect(await nigar.query('select from doctors')).toHaveLength(2)
  })
})

test.each<Person>(['aylin', 'leyla', 'mallory', anonymous])('%o cannot assign anybody', async (person) => {
  expect((await refusal(db.as(person, (session) => assign(session, 'mallory'))))[0]).toBe('42501')
})
