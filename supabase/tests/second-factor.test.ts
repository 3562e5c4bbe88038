// Doctors and admins need a second factor for other people's data, in all five services.
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { arrange, emailOf, idOf, refusal, superuser, useClinic } from './clinic.ts'
import { type Client, invoke, useClinicServer } from './clinic-server.ts'
import { factorsIn } from './factors.ts'

const clinic = useClinicServer()
const { sql, clientAt, age, enrol } = factorsIn(clinic)

let appointment: string
let file: string
/** The default of ten seconds is too short on a machine with shared cores. */
const JOIN_TIMEOUT_MS = 40_000
const REPORT = new Blob(['%PDF-1.7\n%âãÏÓ\n'], { type: 'application/pdf' })

beforeEach(async () => {
  await sql('delete from auth.mfa_factors')
  await sql('delete from appointment_files')
  await sql('delete from appointments')
  await age(0)
  appointment = (await clinic.keep(superuser, (session) => arrange(session, 'leyla', clinic.aylin, { startsIn: '5 minutes' }))).id
  file = `${appointment}/${Date.now()}-report.pdf`
  const { error } = await (await clinic.clientOf('leyla')).storage.from('appointment-files').upload(file, REPORT)
  if (error) throw error
})

async function reachByRest(client: Client) {
  const { data: appointments } = await client.from('appointments').select('id')
  const { data: profiles } = await client.from('profiles').select('user_id').eq('user_id', idOf('leyla'))
  const { data: changed } = await client.from('appointments').update({ notes: 'x' }).eq('id', appointment).select('id')
  return [appointments?.length, profiles?.length, changed?.length ?? 0]
}

/** What a doctor can read and do, one line per service. */
async function reach(client: Client) {
  const rest = await reachByRest(client)
  const call = await client.rpc('get_call', { appointment_id: appointment })
  const files = client.storage.from('appointment-files')
  return {
    rest,
    rpc: [
      call.data?.length ?? call.error?.code,
      (await client.rpc('save_working_hours', { doctor_id: clinic.aylin, windows: [] })).error?.code,
    ],
    storage: [
      (await files.download(file)).data?.type,
      (await files.list(appointment)).data?.length,
      (await files.createSignedUrl(file, 60)).error?.name,
    ],
    realtime: await join(client, `appointment:${appointment}`),
    functions: [(await invoke(client, 'daily-room', { body: { appointmentId: appointment, userName: 'Aylin' } })).status],
  }
}

async function join(client: Client, topic: string) {
  await client.realtime.setAuth()
  const channel = client.channel(topic, { config: { private: true } })
  const status = await new Promise<string>((resolve) => {
    channel.subscribe((state) => state !== REALTIME_SUBSCRIBE_STATES.CLOSED && resolve(state), JOIN_TIMEOUT_MS)
  })
  await client.removeChannel(channel)
  await client.realtime.disconnect()
  return status
}

const ALL = {
  rest: [1, 1, 1],
  rpc: [1, undefined],
  storage: ['application/pdf', 1, undefined],
  realtime: 'SUBSCRIBED',
  functions: [200],
}
const NOTHING = {
  rest: [0, 0, 0],
  rpc: ['P0001', '42501'],
  storage: [undefined, 0, 'StorageApiError'],
  realtime: 'CHANNEL_ERROR',
  functions: [404],
}

describe('a doctor', () => {
  test('reaches everything within the grace period, and nothing after it without a factor', async () => {
    await age(13)
    expect(await reach(await clientAt('aylin', 'aal1'))).toEqual(ALL)
    await age(15)
    expect(await reach(await clientAt('aylin', 'aal1'))).toEqual(NOTHING)
  })

  test('reaches everything with the factor verified in this session, however old the role is', async () => {
    await age(400)
    await enrol('aylin')
    expect(await reach(await clientAt('aylin', 'aal2'))).toEqual(ALL)
  })

  test('reaches nothing if the factor was not verified in this session, even within the grace period', async () => {
    await enrol('aylin')
    expect(await reach(await clientAt('aylin', 'aal1'))).toEqual(NOTHING)
  })

  test('neither loses the grace period nor meets the requirement with an unverified factor', async () => {
    await enrol('aylin', 'unverified')
    expect(await reachByRest(await clientAt('aylin', 'aal1'))).toEqual(ALL.rest)
    await age(15)
    expect(await reachByRest(await clientAt('aylin', 'aal1'))).toEqual(NOTHING.rest)
  })

  test('needs aal2 in both token and session', async () => {
    await enrol('aylin')
    expect(await reachByRest(await clientAt('aylin', 'aal2', 'aal1'))).toEqual(NOTHING.rest)
    expect(await reachByRest(await clientAt('aylin', 'aal1', 'aal2'))).toEqual(NOTHING.rest)
  })

  test('cannot remove files with the password alone, neither by name nor all at once', async () => {
    const own = `${appointment}/${Date.now()}-plan.pdf`
    const before = await clientAt('aylin', 'aal1')
    expect((await before.storage.from('appointment-files').upload(own, REPORT)).error).toBeNull()
    const record = { appointment_id: appointment, file_name: 'Plan.pdf', file_path: own, file_size: REPORT.size, file_type: REPORT.type }
    expect((await before.from('appointment_files').insert({ ...record, uploaded_by: idOf('aylin') })).error).toBeNull()
    await enrol('aylin')
    const client = await clientAt('aylin', 'aal1')
    expect((await client.storage.from('appointment-files').remove([own])).data ?? []).toEqual([])
    await client.from('appointment_files').delete().eq('file_path', own)
    await client.from('appointment_files').delete()
    expect(await sql('select from appointment_files where file_path = $1', [own])).toHaveLength(1)
    expect((await (await clinic.clientOf('leyla')).storage.from('appointment-files').download(own)).error).toBeNull()
  })

  test('gets a new grace period when the record is linked later', async () => {
    await age(15)
    await sql('update doctors set user_id = null where id = $1', [clinic.aylin])
    await sql('update doctors set user_id = $2 where id = $1', [clinic.aylin, idOf('aylin')])
    expect(await reachByRest(await clientAt('aylin', 'aal1'))).toEqual(ALL.rest)
  })
})

describe('an admin', () => {
  const roles = async (client: Client) => (await client.from('user_roles').select('role')).data?.length
  const search = async (client: Client) => (await invoke(client, 'search-users', { body: { q: emailOf('leyla') } })).status

  test('can only read their own role without a factor after the grace period, and cannot grant roles', async () => {
    await age(15)
    const client = await clientAt('nigar', 'aal1')
    expect(await roles(client)).toBe(1)
    expect((await client.from('user_roles').insert({ user_id: idOf('mallory'), role: 'admin' })).error?.code).toBe('42501')
    expect((await client.from('contact_messages').select('id')).data).toEqual([])
    expect((await client.from('audit_log').select('id')).data).toEqual([])
    expect((await client.rpc('assign_doctor', { user_id: idOf('mallory'), doctor_id: clinic.rauf })).error?.code).toBe('42501')
    expect(await search(client)).toBe(403)
  })

  test('has full access with the factor', async () => {
    await age(15)
    await enrol('nigar')
    const client = await clientAt('nigar', 'aal2')
    expect(await roles(client)).toBe(3)
    expect(await search(client)).toBe(200)
  })
})

test('patients need no factor, and all users can read their own requirement', async () => {
  const state = async (client: Client) => (await client.rpc('my_second_factor').single()).data
  await age(15)
  expect(await state(await clientAt('leyla', 'aal1'))).toEqual({
    required: false,
    enrolled: false,
    verified: false,
    deadline: null,
    blocked: false,
  })
  expect((await (await clientAt('leyla', 'aal1')).from('appointments').select('id')).data).toHaveLength(1)
  const late = await state(await clientAt('aylin', 'aal1'))
  expect(late).toMatchObject({ required: true, enrolled: false, verified: false, blocked: true })
  expect(new Date(late?.deadline ?? '').getTime()).toBeLessThan(Date.now())
  await enrol('aylin')
  expect(await state(await clientAt('aylin', 'aal2'))).toMatchObject({ required: true, enrolled: true, verified: true, blocked: false })
})

describe('settings', () => {
  const db = useClinic()
  const sees = (days: number, setUp: string) =>
    db.as(superuser, async (session) => {
      await session.query(setUp)
      await session.query('update user_roles set granted_at = now() - make_interval(days => $1)', [days])
      return session.as('nigar', async ({ query }) => (await query('select from user_roles')).length)
    })

  test('the grace period can be changed within bounds', async () => {
    expect(await sees(10, 'select')).toBe(3)
    expect(await sees(10, "update private.second_factor_settings set grace = '7 days'")).toBe(1)
    expect(await sees(0, "update private.second_factor_settings set grace = '0'")).toBe(1)
    expect(await refusal(sees(0, "update private.second_factor_settings set grace = '2 years'"))).toEqual([
      '23514',
      'second_factor_settings_grace_is_bounded',
    ])
  })

  test('the server sets the grace period from its variable at the start and refuses invalid values', async () => {
    const start = (production: boolean, days?: string) =>
      `select from private.on_server_start(${production}, '${JSON.stringify(days === undefined ? {} : { STAFF_SECOND_FACTOR_GRACE_DAYS: days })}')`
    expect(await sees(10, start(false))).toBe(3)
    expect(await sees(10, start(false, '7'))).toBe(1)
    expect(await sees(100, start(true, '120'))).toBe(3)
    for (const wrong of ['-1', 'two', '366', ''])
      expect(await refusal(sees(0, start(false, wrong)))).toEqual([
        'P0001',
        'STAFF_SECOND_FACTOR_GRACE_DAYS must be a whole number of days from 0 to 365.',
      ])
  })

  test('demo people are exempt if the seed says so, until a server starts in production', async () => {
    const demo =
      'update private.second_factor_settings set demo_people_are_exempt = true; update auth.users set raw_app_meta_data = \'{"demo": true}\''
    expect(await sees(400, 'update auth.users set raw_app_meta_data = \'{"demo": true}\'')).toBe(1)
    expect(await sees(400, demo)).toBe(3)
    expect(await sees(400, `${demo}; select from private.on_server_start(false, '{}')`)).toBe(3)
    expect(await sees(400, `${demo}; select from private.on_server_start(true, '{}')`)).toBe(1)
  })

  test('nobody can set the date of a role, or read or change the settings', async () => {
    for (const attempt of [
      `insert into user_roles (user_id, role, granted_at) values ('${idOf('murat')}', 'doctor', now() + interval '1 year')`,
      "update user_roles set granted_at = now() + interval '1 year'",
      'select * from private.second_factor_settings',
      "update private.second_factor_settings set grace = '365 days'",
      'select * from private.doctor_links',
      `select private.has_second_factor('${idOf('aylin')}')`,
    ])
      expect((await refusal(db.as('nigar', ({ query }) => query(attempt))))[0]).toBe('42501')
  })

  test('claiming the first admin role needs no factor', async () => {
    await db.as(superuser, async (session) => {
      await session.query(
        "alter table user_roles disable trigger user; delete from user_roles where role = 'admin'; alter table user_roles enable trigger user",
      )
      await session.as('leyla', async ({ query }) => {
        await query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('leyla')])
        expect((await query('select from user_roles')).length).toBe(3)
      })
    })
  })
})
