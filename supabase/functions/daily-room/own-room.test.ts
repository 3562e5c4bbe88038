import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrange, idOf, type Name, setStatus, superuser } from '../../tests/clinic.ts'
import { invoke, useClinicServer } from '../../tests/clinic-server.ts'

const TURN_SECRET = 'a secret shared with the relay'
const clinic = useClinicServer({ TURN_URLS: 'turn:relay.example:3478, turns:relay.example:5349', TURN_SECRET, ICE_RELAY_ONLY: 'on' })
beforeEach(() => clinic.keep(superuser, ({ query }) => query('delete from appointments')))

const appointment = async (options: Parameters<typeof arrange>[3] = { startsIn: '5 minutes' }) =>
  (await clinic.keep(superuser, (session) => arrange(session, 'leyla', clinic.aylin, options))).id
const enter = async (name: Name, appointmentId: string, more: object = {}) =>
  invoke(await clinic.clientOf(name), 'daily-room', { body: { appointmentId, userName: name, ...more } })
const startOf = (id: string) =>
  clinic.as(
    superuser,
    async ({ query }) => (await query<{ at: Date | null }>('select call_started_at as at from appointments where id = $1', [id]))[0]?.at,
  )

test('patient and doctor get the same room, their role, and their own relay credentials', async () => {
  const id = await appointment()
  const [patient, doctor] = [await enter('leyla', id), await enter('aylin', id)]
  for (const [{ status, answer }, part] of [
    [patient, 'patient'],
    [doctor, 'doctor'],
  ] as const) {
    expect([status, answer]).toMatchObject([
      200,
      { provider: 'own', room_url: `${clinic.url}/call/${id}`, part, relay_only: true, is_test: false },
    ])
    const { user_name, ice_servers, expires_at } = answer as { user_name: string; ice_servers: Relay[]; expires_at: string }
    expect(user_name).toBe(part === 'doctor' ? 'aylin' : 'leyla')
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now() + 2 * 3600_000)
    const [relay] = ice_servers
    expect(relay?.urls).toEqual(['turn:relay.example:3478', 'turns:relay.example:5349'])
    expect(relay?.credential).toBe(
      createHmac('sha1', TURN_SECRET)
        .update(relay?.username ?? '')
        .digest('base64'),
    )
    const [until, user] = relay?.username.split(':') ?? []
    expect(Number(until) - Date.now() / 1000).toBeGreaterThan(7100)
    expect(Number(until) - Date.now() / 1000).toBeLessThanOrEqual(7200)
    expect(user).toMatch(/^[0-9a-f]{16}$/)
    expect(idOf(user_name)).not.toContain(user)
  }
  const names = [patient, doctor].map(({ answer }) => (answer as { ice_servers: Relay[] }).ice_servers[0]?.username.split(':')[1])
  expect(new Set(names).size).toBe(2)
})

interface Relay {
  urls: string[]
  username: string
  credential: string
}

test('the call starts when both have joined, and the server sets the time', async () => {
  const id = await appointment()
  await enter('leyla', id)
  expect(await startOf(id)).toBeNull()
  await enter('aylin', id)
  const started = await startOf(id)
  expect(Math.abs(Date.now() - Number(started))).toBeLessThan(60_000)
  await enter('leyla', id)
  expect(await startOf(id)).toEqual(started)
})

test.each([
  ['an hour too early', { startsIn: '1 hour' }, 'room_too_early', /opens 15 minutes before/],
  ['over', { startsIn: '-31 minutes' }, 'room_over', /is over/],
  ['pending', { startsIn: '5 minutes', status: 'pending' }, 'room_not_confirmed', /not confirmed/],
  ['cancelled', { startsIn: '5 minutes', status: 'cancelled' }, 'room_not_confirmed', /not confirmed/],
  ['completed', { startsIn: '-5 minutes', status: 'completed' }, 'room_not_confirmed', /not confirmed/],
])('%s: refuses the room and says why', async (_, options, code, message) => {
  const id = await appointment(options)
  for (const name of ['leyla', 'aylin'] as const) {
    expect(await enter(name, id)).toMatchObject({
      status: 409,
      answer: { code, message: expect.stringMatching(message) as string },
      error: 'FunctionsHttpError',
    })
  }
})

test('the error contains the minutes until the room opens', async () => {
  const { answer } = await enter('leyla', await appointment({ startsIn: '1 hour' }))
  expect([44, 45]).toContain((answer as { details: { minutes: number } }).details.minutes)
})

test('the meeting code is optional; the error for a wrong one contains the right one', async () => {
  const id = await appointment()
  const { answer } = await enter('leyla', id, { code: 'BKV-00000000-260101', roomName: 'ignored' })
  expect(answer).toMatchObject({ code: 'wrong_code', message: 'The code is not the one of this appointment' })
  const { expected } = (answer as { details: { expected: string } }).details
  expect(expected).toMatch(new RegExp(String.raw`^BKV-${id.slice(0, 8).toUpperCase()}-\d{6}$`))
  expect((await enter('leyla', id, { code: ` ${expected.toLowerCase()} ` })).status).toBe(200)
})

describe('refusals', () => {
  test('strangers, other doctors and admins cannot find out whether an appointment exists, not even with its code', async () => {
    const id = await appointment()
    const code = `BKV-${id.slice(0, 8).toUpperCase()}-260101`
    const nothing = {
      status: 404,
      error: 'FunctionsHttpError',
      answer: { code: 'not_yours', message: 'You have no such appointment', details: {} },
    }
    for (const name of ['mallory', 'murat', 'rauf', 'nigar'] as const) {
      expect(await enter(name, id, { code })).toEqual(nothing)
      expect(await enter(name, idOf('no appointment'), { code })).toEqual(nothing)
    }
  })

  test('a visitor, the secret key and forged, expired or ended tokens are refused', async () => {
    const id = await appointment()
    const body = { appointmentId: id, userName: 'Leyla' }
    const token = await clinic.tokenOf('leyla')
    const [header, , signature] = token.split('.')
    const forged = `${header}.${Buffer.from(JSON.stringify({ sub: idOf('leyla'), role: 'authenticated' })).toString('base64url')}.${signature}`
    const expired = await clinic.tokens.sign({ sub: idOf('leyla'), role: 'authenticated', session_id: idOf('x') }, -10)
    for (const client of [clinic.visitor, clinic.withSecretKey, clinic.clientWith(forged), clinic.clientWith(expired)]) {
      expect((await invoke(client, 'daily-room', { body })).status).toBe(401)
    }
    await clinic.keep(superuser, ({ query }) => query('delete from auth.sessions where user_id = $1', [idOf('leyla')]))
    expect(await invoke(clinic.clientWith(token), 'daily-room', { body })).toMatchObject({ status: 401, answer: { code: 'not_signed_in' } })
    expect(await startOf(id)).toBeNull()
  })

  test.each([
    [{ appointmentId: undefined }, 'appointmentId'],
    [{ appointmentId: 7 }, 'appointmentId'],
    [{ appointmentId: "' or true --" }, 'appointmentId'],
    [{ appointmentId: { eq: 1 } }, 'appointmentId'],
    [{ userName: undefined }, 'userName'],
    [{ userName: '  ' }, 'userName'],
    [{ userName: 'x'.repeat(51) }, 'userName'],
    [{ userName: 'a\u0000b' }, 'userName'],
    [{ userName: ['x'] }, 'userName'],
    [{ code: 7 }, 'code'],
    [{ code: 'x'.repeat(51) }, 'code'],
    [{ action: 'steal' }, 'action'],
  ])('%j is refused as invalid', async (more, field) => {
    const answer = await enter('leyla', idOf('any'), more)
    expect(answer).toMatchObject({ status: 400, answer: { code: 'invalid_request', details: { field } } })
  })

  test('a name of fifty characters is accepted, and so is one with quotes and tags, unchanged', async () => {
    const id = await appointment()
    for (const userName of ['Ş'.repeat(50), `<b>"O'Neil"</b>`]) {
      expect(await enter('leyla', id, { userName })).toMatchObject({ status: 200, answer: { user_name: userName } })
    }
  })

  test('other methods and large bodies are refused', async () => {
    const leyla = await clinic.clientOf('leyla')
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await invoke(leyla, 'daily-room', { method })).status).toBe(405)
    }
    expect((await enter('leyla', idOf('any'), { userName: 'x'.repeat(100_000) })).status).toBe(413)
  })

  test('no test code can be requested or guessed if none is configured', async () => {
    const id = await appointment({ startsIn: '1 hour' })
    expect(await enter('leyla', id, { action: 'test-code' })).toMatchObject({ status: 404, answer: { code: 'no_test_code' } })
    for (const code of ['', 'undefined', 'TEST'])
      expect(await enter('leyla', id, { code })).toMatchObject({ answer: { code: 'wrong_code' } })
  })
})

test('nobody can join the room after a cancellation', async () => {
  const id = await appointment()
  expect((await enter('leyla', id)).status).toBe(200)
  await clinic.keep(superuser, (session) => setStatus(session, superuser, id, 'cancelled'))
  expect(await enter('leyla', id)).toMatchObject({ status: 409, answer: { code: 'room_not_confirmed' } })
})

test('a call that the doctor ended is closed to the patient until the doctor comes back', async () => {
  const id = await appointment()
  for (const name of ['leyla', 'aylin'] as const) await enter(name, id)
  await clinic.keep('aylin', ({ query }) => query('select end_call($1)', [id]))
  expect(await enter('leyla', id)).toMatchObject({ status: 409, answer: { code: 'call_ended' } })
  expect((await enter('aylin', id)).status).toBe(200)
  expect((await enter('leyla', id)).status).toBe(200)
})
