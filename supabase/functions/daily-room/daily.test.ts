import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrange, type Name, superuser } from '../../tests/clinic.ts'
import { type ClinicServer, invoke, startClinicServer } from '../../tests/clinic-server.ts'
import { addChild, addGuardian, arrangeFor } from '../../tests/patients.ts'
import { type DailyStandIn, openDaily } from '../_shared/testing/daily.ts'

const KEY = 'the key of our Daily domain'
let daily: DailyStandIn
let clinic: ClinicServer
beforeAll(async () => {
  daily = await openDaily(KEY)
  clinic = await startClinicServer({ DAILY_API_KEY: KEY, DAILY_API_URL: daily.url, VIDEO_TEST_CODE: 'Prova 2026' })
})
afterAll(async () => {
  await clinic.stop()
  await daily[Symbol.asyncDispose]()
})
beforeEach(async () => {
  daily.requests.length = 0
  daily.rooms.clear()
  daily.fault = undefined
  await clinic.keep(superuser, ({ query }) => query('delete from appointments'))
})

const appointment = async (options: Parameters<typeof arrange>[3] = { startsIn: '5 minutes' }) =>
  (await clinic.keep(superuser, (session) => arrange(session, 'leyla', clinic.aylin, options))).id
const enter = async (name: Name, appointmentId: string, more: object = {}) =>
  invoke(await clinic.clientOf(name), 'daily-room', { body: { appointmentId, userName: `${name} Ş.`, ...more } })
const propertiesOf = (answer: unknown) =>
  JSON.parse(Buffer.from((answer as { meeting_token: string }).meeting_token, 'base64url').toString()) as Record<string, unknown>
const count = (table: string) =>
  clinic.as(superuser, async ({ query }) => Number((await query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n))

test('patient and doctor share one private room that expires, each with their own token; only the doctor owns it', async () => {
  const id = await appointment()
  const name = `room-${id.replaceAll('-', '')}`
  const [patient, doctor] = [await enter('leyla', id), await enter('aylin', id)]
  for (const { status, answer } of [patient, doctor]) {
    expect([status, answer]).toMatchObject([200, { provider: 'daily', room_url: `https://clinic.daily.co/${name}` }])
    expect(JSON.stringify(answer)).not.toContain(KEY)
  }
  expect([...daily.rooms.keys()]).toEqual([name])
  expect(daily.rooms.get(name)).toMatchObject({ privacy: 'private', config: { eject_at_room_exp: true } })
  const exp = Number((daily.rooms.get(name)?.['config'] as { exp: number } | undefined)?.exp)
  expect(exp * 1000 - Date.now()).toBeGreaterThan(3600_000)
  expect(exp * 1000 - Date.now()).toBeLessThan(3 * 3600_000)
  expect(propertiesOf(patient.answer)).toMatchObject({ room_name: name, user_name: 'leyla Ş.', is_owner: false })
  expect(propertiesOf(doctor.answer)).toMatchObject({ room_name: name, user_name: 'aylin Ş.', is_owner: true, exp })
  expect(await count('appointments where call_started_at is not null')).toBe(1)
})

test('two guardians of a child may both be in the room, each under their own name', async () => {
  const id = await clinic.keep(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    await addGuardian(session, child, 'murat')
    return arrangeFor(session, child, clinic.aylin, { startsIn: '5 minutes' })
  })
  const answers = [await enter('leyla', id), await enter('murat', id)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ answer }) => propertiesOf(answer)['user_name'])).toEqual(['leyla Ş.', 'murat Ş.'])
  expect([...daily.rooms.keys()]).toHaveLength(1)
  // Both guardians are on the patient's side, so the call has not started.
  expect(await count('appointments where call_started_at is not null')).toBe(0)
  expect((await enter('rauf', id)).status).toBe(404)
})

test.each([
  ['too early', { startsIn: '1 hour' }],
  ['over', { startsIn: '-1 hour' }],
  ['not confirmed', { startsIn: '5 minutes', status: 'pending' }],
])('%s: no request is sent to Daily', async (_, options) => {
  const id = await appointment(options)
  expect((await enter('leyla', id)).status).toBe(409)
  expect((await enter('mallory', id)).status).toBe(404)
  expect(daily.requests).toEqual([])
})

test.each([
  ['a fault', { status: 500, body: '{}' }],
  ['a wrong key', { status: 401, body: '{"error":"authentication-error"}' }],
  ['a room without an address', { status: 200, body: '{}' }],
  ['an address that is a script', { status: 200, body: '{"url":"javascript:alert(1)","token":"x"}' }],
  ['no JSON', { status: 200, body: 'oops' }],
  ['nothing but refusals', { status: 400, body: '{}' }],
])('%s of Daily fails with a code and does not count as joining', async (_, fault) => {
  const id = await appointment()
  daily.fault = fault
  const { status, answer, error } = await enter('leyla', id)
  expect([status, answer, error]).toMatchObject([502, { code: 'provider_failed' }, 'FunctionsHttpError'])
  expect(JSON.stringify(answer)).not.toContain(KEY)
  expect(await count('private.call_visits')).toBe(0)
  daily.fault = undefined
  expect((await enter('leyla', id)).status).toBe(200)
})

test('the test code opens the caller’s own confirmed appointments at any time, and starts no real call', async () => {
  const id = await appointment({ startsIn: '3 days' })
  for (const name of ['leyla', 'aylin'] as const) {
    expect(await enter(name, id, { code: ' prova2026 ' })).toMatchObject({ status: 200, answer: { is_test: true } })
  }
  expect(await count('private.call_visits')).toBe(0)
  expect(await enter('leyla', id)).toMatchObject({ status: 409, answer: { code: 'room_too_early' } })
})

test('the test code opens neither unconfirmed appointments nor other people’s', async () => {
  const id = await appointment({ startsIn: '3 days', status: 'pending' })
  expect(await enter('leyla', id, { code: 'prova2026' })).toMatchObject({ status: 409, answer: { code: 'room_not_confirmed' } })
  for (const name of ['mallory', 'rauf', 'nigar'] as const) {
    expect(await enter(name, id, { code: 'prova2026' })).toMatchObject({ status: 404, answer: { code: 'not_yours' } })
  }
  expect(daily.requests).toEqual([])
})

test('only the two participants of an appointment get the test code from the server', async () => {
  const id = await appointment({ startsIn: '3 days', status: 'pending' })
  for (const name of ['leyla', 'aylin'] as const) {
    expect(await enter(name, id, { action: 'test-code' })).toMatchObject({ status: 200, answer: { test_code: 'Prova 2026' } })
  }
  for (const name of ['mallory', 'nigar'] as const) {
    const { status, answer } = await enter(name, id, { action: 'test-code' })
    expect([status, JSON.stringify(answer).includes('Prova')]).toEqual([404, false])
  }
  const config = await (await fetch(`${clinic.url}/config.json`)).text()
  expect(config).not.toContain('Prova')
})
