import { expect, test } from 'vitest'
import { anonymous, book, idOf, type Person, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const log = (session: Session) =>
  session.as('nigar', ({ query }) => query('select actor, action, subject, details from audit_log where at >= now() order by id'))

test('status changes and notes are logged with their author, without the text of the note', async () => {
  await db.as(superuser, async (owner) => {
    const { id } = await book(owner, 'leyla', db.aylin)
    await setStatus(owner, 'aylin', id, 'confirmed')
    await owner.as('aylin', ({ query }) => query("update appointments set notes = 'çok gizli' where id = $1", [id]))
    await setStatus(owner, 'nigar', id, 'cancelled')
    const subject = `appointment:${id}`
    expect(await log(owner)).toEqual([
      { actor: idOf('aylin'), action: 'appointment.confirmed', subject, details: { from: 'pending', to: 'confirmed' } },
      { actor: idOf('aylin'), action: 'appointment.note', subject, details: { fields: ['notes'] } },
      { actor: idOf('nigar'), action: 'appointment.cancelled', subject, details: { from: 'confirmed', to: 'cancelled', by: 'admin' } },
    ])
    expect(JSON.stringify(await owner.query('select * from audit_log'))).not.toContain('gizli')
  })
})

test('roles and doctor links are logged', async () => {
  await db.as('nigar', async (nigar) => {
    await nigar.query("insert into user_roles (user_id, role) values ($1, 'doctor')", [idOf('mallory')])
    await nigar.query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('mallory')])
    await nigar.query('update doctors set user_id = null where id = $1', [db.rauf])
    await nigar.query('update doctors set user_id = $2 where id = $1', [db.rauf, idOf('mallory')])
    await nigar.query("update doctors set bio = 'x' where id = $1", [db.rauf])
    const actor = idOf('nigar')
    expect(await log(nigar)).toEqual([
      { actor, action: 'role.added', subject: `user:${idOf('mallory')}`, details: { role: 'doctor' } },
      { actor, action: 'role.removed', subject: `user:${idOf('mallory')}`, details: { role: 'doctor' } },
      { actor, action: 'doctor.unlinked', subject: `doctor:${db.rauf}`, details: { user_id: idOf('rauf') } },
      { actor, action: 'doctor.linked', subject: `doctor:${db.rauf}`, details: { user_id: idOf('mallory') } },
      { actor, action: 'doctor.changed', subject: `doctor:${db.rauf}`, details: { fields: ['bio'] } },
    ])
  })
})

test('a removed doctor is logged', async () => {
  await db.as('nigar', async (nigar) => {
    await nigar.query('delete from doctors where id = $1', [db.rauf])
    expect(await log(nigar)).toEqual([
      { actor: idOf('nigar'), action: 'doctor.removed', subject: `doctor:${db.rauf}`, details: { user_id: idOf('rauf') } },
    ])
  })
})

test('only admins can read the log', async () => {
  for (const person of ['aylin', 'leyla']) expect(await db.as(person, ({ query }) => query('select from audit_log'))).toHaveLength(0)
  expect((await refusal(db.as(anonymous, ({ query }) => query('select from audit_log'))))[0]).toBe('42501')
  expect((await db.as('nigar', ({ query }) => query('select from audit_log'))).length).toBeGreaterThan(0)
})

test.each<Person>(['nigar', 'aylin', 'leyla', anonymous, serviceRole])('%o can neither add to the log nor change it', async (person) => {
  for (const sql of [
    "insert into audit_log (action, subject) values ('x', 'y')",
    "update audit_log set action = 'x'",
    'delete from audit_log',
    'truncate audit_log',
  ]) {
    expect(await refusal(db.as(person, ({ query }) => query(sql)))).toEqual(['42501', 'permission denied for table audit_log'])
  }
})
