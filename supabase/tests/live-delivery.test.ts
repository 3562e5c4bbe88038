// Live changes and broadcasts, through the real server and the real client.
import { afterEach, expect, test } from 'vitest'
import { arrange, book, idOf, type Name, setStatus, superuser } from './clinic.ts'
import { type Client, useClinicServer } from './clinic-server.ts'

const clinic = useClinicServer()
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})

async function as(name: Name) {
  const client = await clinic.clientOf(name)
  clients.push(client)
  await client.realtime.setAuth()
  return client
}

type Channel = ReturnType<Client['channel']>

const joined = (channel: Channel) =>
  new Promise<string>((resolve) => channel.subscribe((status, error) => resolve(error ? error.message : status)))

/** Collects the messages of a channel. `next` waits for one of them. */
function listen(channel: Channel) {
  const heard: { event: string; new?: Record<string, unknown>; payload?: object }[] = []
  let wake = () => {}
  const hear = (message: object) => {
    heard.push(message as (typeof heard)[number])
    wake()
  }
  channel.on('broadcast', { event: '*' }, hear)
  return {
    heard,
    hear,
    async next(count = 1) {
      while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve))
      return heard[count - 1]
    },
  }
}

const aWhile = () => new Promise((resolve) => setTimeout(resolve, 300))

async function follow(client: Client, table = 'appointments') {
  const channel = client.channel(`my ${table}`)
  const ear = listen(channel)
  channel.on('postgres_changes', { event: '*', schema: 'public', table }, ear.hear)
  const ready = new Promise<void>((resolve) => channel.on('system', {}, () => resolve()))
  await joined(channel)
  await ready
  return ear
}

test('a booking is announced to other patients within a second, without data', async () => {
  const topic = `doctor:${clinic.aylin}:slots`
  const channel = (await as('murat')).channel(topic, { config: { private: true, broadcast: { replication_ready: true } } })
  const ear = listen(channel)
  // Wait until the server reads the log, which it can only start once all running transactions, also those of other tests, have ended.
  const ready = new Promise<void>((resolve) => channel.on('system', {}, () => resolve()))
  expect(await joined(channel)).toBe('SUBSCRIBED')
  await ready
  await clinic.keep(superuser, (db) => book(db, 'leyla', clinic.aylin))
  const booked = performance.now()
  const message = await ear.next()
  expect(performance.now() - booked).toBeLessThan(1000)
  expect(message).toMatchObject({ event: 'slots_changed' })
  expect(Object.keys(message?.payload ?? {})).toEqual(['id'])
  await expect(channel.httpSend('slots_changed', {})).rejects.toThrow('permissions')
})

test('visitors are not notified about slots', async () => {
  const channel = clinic.visitor.channel(`doctor:${clinic.aylin}:slots`, { config: { private: true } })
  expect(await joined(channel)).toContain('Unauthorized')
  await clinic.visitor.realtime.disconnect()
})

test('doctors and admins hear about hours, leave and appointments on one channel, which patients cannot join', async () => {
  const followHours = async (name: Name) => {
    const channel = (await as(name)).channel('doctors:hours', { config: { private: true } })
    const ear = listen(channel)
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'appointments' }, ear.hear)
    const ready = new Promise<void>((resolve) => channel.on('system', {}, () => resolve()))
    expect(await joined(channel)).toBe('SUBSCRIBED')
    await ready
    return ear
  }
  const ears = await Promise.all((['aylin', 'nigar'] as const).map(followHours))
  await clinic.keep('aylin', ({ query }) =>
    query(`insert into doctor_leave (doctor_id, leave_date) values ('${clinic.aylin}', '2031-01-01')`),
  )
  for (const ear of ears) expect(await ear.next()).toMatchObject({ event: 'hours_changed', payload: { doctor_id: clinic.aylin } })
  await clinic.keep('aylin', ({ query }) => query("delete from doctor_leave where leave_date = '2031-01-01'"))
  for (const ear of ears) expect(await ear.next(2)).toMatchObject({ event: 'hours_changed' })
  const { id } = await clinic.keep(superuser, (db) => book(db, 'murat', clinic.aylin, { time: '15:00' }))
  for (const ear of ears) expect(await ear.next(3)).toMatchObject({ eventType: 'INSERT', new: { id } })
  const refused = (await as('leyla')).channel('doctors:hours', { config: { private: true } })
  expect(await joined(refused)).toContain('Unauthorized')
})

test('patient, doctor and admin are notified when an appointment changes, others are not', async () => {
  const { id } = await clinic.keep(superuser, (db) => book(db, 'leyla', clinic.aylin, { time: '11:00' }))
  const names: Name[] = ['leyla', 'aylin', 'nigar', 'murat', 'rauf', 'mallory']
  const ears = await Promise.all(names.map(async (name) => follow(await as(name))))
  const [leyla, aylin, nigar, ...others] = ears
  await clinic.keep(superuser, (db) => setStatus(db, 'aylin', id, 'confirmed'))
  for (const ear of [leyla, aylin, nigar])
    expect(await ear?.next()).toMatchObject({ eventType: 'UPDATE', new: { id, status: 'confirmed' } })
  await aWhile()
  expect(others.map(({ heard }) => heard)).toEqual([[], [], []])
})

test('a chat message reaches the other participant and nobody else', async () => {
  const { id } = await clinic.keep(superuser, (db) => arrange(db, 'leyla', clinic.aylin, { startsIn: '5 minutes' }))
  const names: Name[] = ['leyla', 'aylin', 'nigar', 'murat', 'rauf', 'mallory']
  const [leyla, aylin, ...others] = await Promise.all(names.map(async (name) => follow(await as(name), 'appointment_messages')))
  await clinic.keep('leyla', ({ query }) => query("insert into appointment_messages (appointment_id, body) values ($1, 'Merhaba')", [id]))
  for (const ear of [leyla, aylin])
    expect(await ear?.next()).toMatchObject({ eventType: 'INSERT', new: { appointment_id: id, sender: idOf('leyla'), body: 'Merhaba' } })
  await aWhile()
  expect(others.map(({ heard }) => heard)).toEqual([[], [], [], []])
})

const speakOf = (client: Client, id: string) => client.channel(`appointment:${id}`, { config: { private: true, broadcast: { ack: true } } })

test('the two participants of a confirmed appointment can exchange messages, and a stranger cannot join', async () => {
  const { id } = await clinic.keep(superuser, (db) => arrange(db, 'leyla', clinic.aylin, { startsIn: '1 hour' }))
  const [hers, theirs] = [speakOf(await as('leyla'), id), speakOf(await as('aylin'), id)]
  const ear = listen(theirs)
  expect(await Promise.all([joined(hers), joined(theirs)])).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  expect(await hers.send({ type: 'broadcast', event: 'offer', payload: { sdp: 'v=0' } })).toBe('ok')
  expect(await ear.next()).toMatchObject({ event: 'offer', payload: { sdp: 'v=0' } })
  const others = await Promise.all(
    (['mallory', 'murat', 'rauf', 'nigar'] as const).map(async (name) => joined(speakOf(await as(name), id))),
  )
  for (const answer of others) expect(answer).toContain('Unauthorized')
})

test.each(['pending', 'completed', 'cancelled'])('nobody can exchange messages about a %s appointment', async (status) => {
  const startsIn = { pending: '3 hours', completed: '5 hours', cancelled: '7 hours' }[status] ?? ''
  const { id } = await clinic.keep(superuser, (db) => arrange(db, 'leyla', clinic.aylin, { startsIn, status }))
  const answers = await Promise.all((['leyla', 'aylin'] as const).map(async (name) => joined(speakOf(await as(name), id))))
  for (const answer of answers) expect(answer).toContain('Unauthorized')
})

test('refusing a stranger uses the index instead of scanning all appointments', { tags: 'long' }, async () => {
  const scans = () =>
    clinic.keep(superuser, async ({ query }) => {
      await query('select pg_stat_force_next_flush()')
      const [row] = await query<{ scans: string }>("select seq_scan as scans from pg_stat_user_tables where relname = 'appointments'")
      return Number(row?.scans)
    })
  await clinic.keep(superuser, async ({ query }) => {
    await query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select u.id, $1, date '2020-01-01' + n / 16, to_char(time '09:00' + n % 16 * interval '30 min', 'HH24:MI'), 'x', 'cancelled'
       from generate_series(1, 5000) as n, (select id from auth.users where email like 'leyla%') as u`,
      [clinic.aylin],
    )
    await query('analyze appointments')
  })
  const channel = speakOf(await as('mallory'), '00000000-0000-4000-8000-000000000000')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  const before = await scans()
  expect(await joined(channel)).toContain('Unauthorized')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await scans()).toBe(before)
})
