import { afterEach, describe, expect, test } from 'vitest'
import { arrange, book, emailOf, IN_A_WEEK, type Name, setStatus, superuser } from '../../tests/clinic.ts'
import { useClinicWithMail } from '../../tests/clinic-mail.ts'
import { invoke } from '../../tests/clinic-server.ts'

const clinic = useClinicWithMail()
afterEach(async () => {
  await clinic.keep(superuser, ({ query }) => query("update appointments set status = 'cancelled' where status <> 'cancelled'"))
  await clinic.forgetMails()
  await clinic.collect()
})

const NAME = 'send-appointment-notification'
let days = 0
const bookAnother = () => clinic.keep(superuser, (db) => book(db, 'leyla', clinic.rauf, { date: `${IN_A_WEEK} + ${days++}` }))
const become = (status: string, id: string) => clinic.keep(superuser, (db) => setStatus(db, 'rauf', id, status))
const notify = async (person: Name, type: unknown, id: unknown, more: Record<string, unknown> = {}) =>
  invoke(await clinic.clientOf(person), NAME, { body: { type, appointment: { id }, ...more } })

test.each<Name>(['leyla', 'rauf', 'nigar'])('%s can have the mails to both sent at once', async (person) => {
  const { id } = await bookAnother()
  expect(await notify(person, 'appointment_created', id)).toMatchObject({ status: 200, answer: { sent: 2 } })
  const recipients = (await clinic.collect()).map(({ to }) => to?.[0]?.address)
  expect(new Set(recipients)).toEqual(new Set([emailOf('leyla'), emailOf('rauf')]))
})

test('each mail is sent once, however many requests ask for it', async () => {
  const { id } = await bookAnother()
  await Promise.all((['leyla', 'rauf', 'nigar', 'leyla'] as const).map((person) => notify(person, 'appointment_created', id)))
  expect(await notify('leyla', 'appointment_created', id)).toMatchObject({ status: 200, answer: { sent: 0 } })
  await clinic.deliver()
  expect(await clinic.collect()).toHaveLength(2)
})

test('only the requested mails of the appointment are sent at once', async () => {
  await bookAnother()
  const { id } = await bookAnother()
  await become('confirmed', id)
  await notify('rauf', 'appointment_confirmed', id)
  const subjects = (await clinic.collect()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(2)
  expect((await clinic.outbox()).filter(({ state }) => state === 'waiting')).toHaveLength(4)
})

test('patient, doctor and other fields in the request are ignored', async () => {
  const { id } = await bookAnother()
  const forged = { patient: { email: 'victim@example.test', first_name: 'Win' }, doctor: { email: 'victim@example.test' } }
  expect(await notify('leyla', 'appointment_created', id, forged)).toMatchObject({ answer: { sent: 2 } })
  for (const mail of await clinic.collect()) {
    expect(mail.to?.[0]?.address).not.toBe('victim@example.test')
    expect(`${mail.html}${mail.text}`).not.toMatch(/Win|Baş ağrısı/)
  }
})

test('a mail server that is down does not affect the caller, and the mails arrive later', async () => {
  const { id } = await bookAnother()
  await clinic.closePost()
  expect(await notify('leyla', 'appointment_created', id)).toMatchObject({ status: 200, answer: { sent: 0 } })
  await clinic.reopenPost()
  await clinic.wait('1 minute')
  await clinic.deliver()
  expect(await clinic.collect()).toHaveLength(2)
})

describe('the function refuses', () => {
  test.each<Name>(['mallory', 'murat', 'aylin'])('%s, for whom the appointment does not exist', async (person) => {
    const { id } = await bookAnother()
    const answer = await notify(person, 'appointment_created', id)
    expect(answer).toMatchObject({ status: 404, answer: { code: 'appointment_not_found' } })
    expect(await notify(person, 'appointment_created', crypto.randomUUID())).toEqual(answer)
    expect(await clinic.collect()).toEqual([])
  })

  test('a type that does not match the current status', async () => {
    const { id } = await bookAnother()
    for (const type of ['appointment_confirmed', 'appointment_cancelled']) {
      expect(await notify('leyla', type, id)).toMatchObject({ status: 409, answer: { code: 'type_does_not_match' } })
    }
    await become('cancelled', id)
    expect(await notify('leyla', 'appointment_created', id)).toMatchObject({ status: 409 })
    const done = await clinic.keep(superuser, (db) => arrange(db, 'leyla', clinic.rauf, { startsIn: '-2 hours', status: 'completed' }))
    expect(await notify('rauf', 'appointment_confirmed', done.id)).toMatchObject({ status: 409 })
    expect(await clinic.collect()).toEqual([])
  })

  test.each([[undefined], ['created'], ['appointment_reminder_1h'], ['constructor'], [['appointment_created']], [7]])(
    '%j as a type',
    async (type) => {
      const { id } = await bookAnother()
      expect(await notify('leyla', type, id)).toMatchObject({ status: 400, answer: { code: 'invalid_type' } })
      await become('cancelled', id)
    },
  )

  test.each([[undefined], [null], [7], ['x'], [{}]])('%j as an appointment id', async (id) => {
    expect(await notify('leyla', 'appointment_created', id)).toMatchObject({ status: 400, answer: { code: 'invalid_appointment' } })
  })

  test('visitors, the secret key and forged tokens', async () => {
    const { id } = await bookAnother()
    const body = { type: 'appointment_created', appointment: { id } }
    for (const client of [clinic.visitor, clinic.withSecretKey, clinic.clientWith('eyJhbGciOiJub25lIn0.e30.')]) {
      expect(await invoke(client, NAME, { body })).toMatchObject({ status: 401 })
    }
    expect(await clinic.collect()).toEqual([])
  })

  test('large bodies and other methods', async () => {
    expect(await notify('leyla', 'appointment_created', 'x', { more: 'x'.repeat(100_000) })).toMatchObject({ status: 413 })
    expect(await invoke(await clinic.clientOf('leyla'), NAME, { method: 'GET' })).toMatchObject({ status: 405 })
  })
})
