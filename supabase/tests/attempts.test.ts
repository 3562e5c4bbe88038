// Rate limits that hold even if every attempt is rolled back together with what the database counted.
import { expect, test } from 'vitest'
import { idOf, superuser } from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'
import { addDays } from './slots.oracle.ts'

/** Uses a twentieth of the limits in server.toml: ten bookings a day, three messages an hour, 24 requests for free times a minute. */
const clinic = useClinicServer({ RATE_LIMITS: '0.05' })

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${clinic.url}/rest/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { apikey: clinic.keys.publishable, 'content-type': 'application/json', ...headers },
  })

async function statusesOf(times: number, attempt: () => Promise<Response>) {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push((await attempt()).status)
  return statuses
}
const repeated = (status: number, times: number) => Array.from({ length: times }, () => status)

const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
const bookingOf = (name: string) => ({
  user_id: idOf(name),
  doctor_id: clinic.aylin,
  appointment_date: tomorrow,
  appointment_time: '10:00',
  patient_complaint: 'Baş ağrısı',
})

test('limits bookings that a failing representation rolls back', async () => {
  const authorization = `Bearer ${await clinic.tokenOf('mallory')}`
  const rolledBack = (path: string) =>
    post(`${path}?select=patient_complaint::int`, bookingOf('mallory'), { authorization, prefer: 'return=representation' })
  // Another spelling of the path counts towards the same limit.
  expect(await statusesOf(5, () => rolledBack('/appointments'))).toEqual(repeated(400, 5))
  expect(await statusesOf(5, () => rolledBack('/%61ppointments/'))).toEqual(repeated(400, 5))
  const refused = await rolledBack('/appointments')
  expect([refused.status, await refused.json()]).toEqual([
    429,
    {
      code: 'P0001',
      message: 'too_many_bookings',
      details: expect.stringContaining('"most":10'),
      hint: 'Attempts that fail are counted too.',
    },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  const counted = await clinic.as(superuser, ({ query }) => query('select from private.rate_counters'))
  expect(counted).toHaveLength(0)

  const leyla = await clinic.clientOf('leyla')
  expect((await leyla.from('appointments').insert(bookingOf('leyla'))).error).toBeNull()
})

test('limits holds requested with a method that cannot write', async () => {
  const authorization = `Bearer ${await clinic.tokenOf('mallory')}`
  const query = new URLSearchParams({ doctor_id: clinic.aylin, on_date: tomorrow, at_time: '11:00' })
  const lock = () =>
    fetch(`${clinic.url}/rest/v1/rpc/hold_slot?${query.toString()}`, { headers: { apikey: clinic.keys.publishable, authorization } })
  expect(await statusesOf(13, lock)).toEqual([...repeated(405, 12), 429])
})

test('limits messages that are rolled back because a request contains two', async () => {
  const message = { name: 'Mallory', email: 'mallory@example.test', message: 'again', language: 'tr' }
  const two = () => post('/contact_messages', [message, { ...message, email: 'other@example.test' }])
  expect(await statusesOf(4, two)).toEqual([...repeated(400, 3), 429])
})

test('limits requests for free times that are rolled back because they ask for a single row', async () => {
  const look = () =>
    post('/rpc/get_available_slots', { doctor_id: clinic.aylin, on_date: tomorrow }, { accept: 'application/vnd.pgrst.object+json' })
  expect(await statusesOf(25, look)).toEqual([...repeated(406, 24), 429])
})
