// Medical history, date of birth and gender: their owner can read them, a treating doctor only through the patient card, and admins never.
import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../server/testing/database.ts'
import {
  arrange,
  book,
  type Clinic,
  consentOf,
  idOf,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'
import { useClinicServer } from './clinic-server.ts'

const HEALTH = { date_of_birth: '1991-02-03', gender: 'kadın', medical_history: 'Penisilin alerjisi' }
const NOTHING = { date_of_birth: null, gender: null, medical_history: null }

const fillHealth = async ({ query }: Session) => {
  await consentOf({ query }, 'leyla', 'nigar')
  await query(
    "update profiles set phone = '+994 50 000 00 00', date_of_birth = '1991-02-03', gender = 'kadın', medical_history = 'Penisilin alerjisi' where user_id = any ($1)",
    [['leyla', 'nigar'].map(idOf)],
  )
}

const healthOf = async ({ query }: Session, name: string) =>
  query('select date_of_birth::text, gender, medical_history from profiles where user_id = $1', [idOf(name)])

/** Conditions on health data, which a query could use as an oracle: it returns a row only if the condition holds. */
const ORACLES = [
  "medical_history = 'Penisilin alerjisi'",
  "medical_history ilike '%alerji%'",
  'medical_history is not null',
  "gender = 'kadın'",
  "gender <> 'erkek'",
  "date_of_birth = '1991-02-03'",
  "date_of_birth > '1990-01-01'",
  "coalesce(medical_history, gender, date_of_birth::text, '') <> ''",
  "profiles::text like '%alerji%'",
  "to_jsonb(profiles) ->> 'gender' = 'kadın'",
]

describe('in the database', () => {
  const db = useClinic()
  beforeAll(() => db.keep(superuser, fillHealth))

  test('an admin can read everybody’s name, contact, language and zone in one row each, and no health data', async () => {
    await db.as('nigar', async (nigar) => {
      const people = await nigar.query('select * from profiles where user_id <> $1', [idOf('nigar')])
      expect(people).toHaveLength(5)
      expect(people.find((each) => each['user_id'] === idOf('leyla'))).toMatchObject({
        first_name: 'leyla',
        last_name: 'Test',
        phone: '+994 50 000 00 00',
        email: 'leyla@example.test',
        language: 'en',
        timezone: 'Europe/Istanbul',
        ...NOTHING,
      })
    })
  })

  test.each(ORACLES)('a doctor learns nothing about a patient by filtering with %s', async (condition) => {
    await db.as('aylin', async (aylin) => {
      await book(aylin, 'leyla', db.aylin)
      expect(await aylin.query(`select user_id from profiles where user_id = $1 and ${condition}`, [idOf('leyla')])).toHaveLength(0)
    })
  })

  test.each(ORACLES)('an admin learns nothing by filtering with %s', async (condition) => {
    const askedBy = (person: Parameters<Clinic['as']>[0]) =>
      db.as(person, ({ query }) => query(`select user_id from profiles where user_id = $1 and ${condition}`, [idOf('leyla')]))
    expect(await askedBy('leyla')).toHaveLength(1)
    expect(await askedBy('nigar')).toHaveLength(0)
  })

  test('an admin learns nothing from sorting, counting or joining', async () => {
    await db.as('nigar', async (nigar) => {
      await book(nigar, 'leyla', db.aylin)
      await book(nigar, 'murat', db.aylin, { time: '11:00' })
      const others = 'from profiles p where p.user_id <> auth.uid()'
      const order = (by: string) => nigar.query(`select user_id ${others} order by ${by}, user_id`)
      for (const column of Object.keys(HEALTH)) {
        expect(await order(`${column} nulls first`)).toEqual(await order(`${column} nulls last`))
        expect(await nigar.query(`select count(${column})::integer as n ${others}`)).toEqual([{ n: 0 }])
      }
      const joined = 'from appointments a join profiles p using (user_id) where p.medical_history is not null'
      expect(await nigar.query(`select ${joined}`)).toHaveLength(0)
      expect(await nigar.as('leyla', ({ query }) => query(`select ${joined}`))).toHaveLength(1)
    })
  })

  test('an admin cannot change, add or upsert another user’s profile and learns nothing from the attempt', async () => {
    await db.as('nigar', async (nigar) => {
      const change = "update profiles set phone = '1' where user_id = $1 and medical_history is not null returning *"
      expect(await nigar.query(change, [idOf('leyla')])).toHaveLength(0)
      expect(await nigar.query("update profiles set phone = '1' where user_id = $1 returning *", [idOf('leyla')])).toHaveLength(0)
      for (const action of ['do nothing', 'do update set phone = excluded.phone']) {
        const upsert = `insert into profiles (user_id, phone) values ($1, '1') on conflict (user_id) ${action} returning *`
        expect(await refusal(nigar.query(upsert, [idOf('leyla')]))).toEqual([
          '42501',
          'new row violates row-level security policy for table "profiles"',
        ])
      }
    })
  })

  test('an admin can read, write and upsert their own profile completely', async () => {
    await db.as('nigar', async (nigar) => {
      expect(await healthOf(nigar, 'nigar')).toEqual([HEALTH])
      const [changed] = await nigar.query(
        "update profiles set medical_history = 'Yok' where user_id = $1 returning medical_history, gender",
        [idOf('nigar')],
      )
      expect(changed).toEqual({ medical_history: 'Yok', gender: 'kadın' })
      const upsert =
        "insert into profiles (user_id, medical_history) values ($1, 'Astım') on conflict (user_id) do update set medical_history = excluded.medical_history returning medical_history"
      expect(await nigar.query(upsert, [idOf('nigar')])).toEqual([{ medical_history: 'Astım' }])
      expect(await nigar.query('select from profiles where user_id = $1', [idOf('nigar')])).toHaveLength(1)
    })
  })

  test('the owner can read and write all of their health data', async () => {
    await db.as('leyla', async (leyla) => {
      expect(await leyla.query('select user_id from profiles')).toEqual([{ user_id: idOf('leyla') }])
      expect(await healthOf(leyla, 'leyla')).toEqual([HEALTH])
      expect(await leyla.query("update profiles set gender = 'diğer' returning gender")).toEqual([{ gender: 'diğer' }])
    })
  })

  test('a doctor can read a profile without health data, only for patients with an appointment that is not cancelled', async () => {
    await db.as('aylin', async (aylin) => {
      expect(await healthOf(aylin, 'leyla')).toEqual([])
      const { id } = await book(aylin, 'leyla', db.aylin)
      expect(await healthOf(aylin, 'leyla')).toEqual([NOTHING])
      expect(await aylin.query('select first_name, phone from profiles where user_id = $1', [idOf('leyla')])).toEqual([
        { first_name: 'leyla', phone: '+994 50 000 00 00' },
      ])
      expect(await aylin.as('rauf', (rauf) => healthOf(rauf, 'leyla'))).toEqual([])
      await setStatus(aylin, 'leyla', id, 'cancelled')
      expect(await healthOf(aylin, 'leyla')).toEqual([])
    })
  })

  test('an admin who is also a doctor can read no health data and sees every user once', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('aylin')])
      await owner.as('aylin', async (aylin) => {
        expect(await healthOf(aylin, 'leyla')).toEqual([NOTHING])
        const { id } = await arrange(aylin, 'leyla', db.aylin, { startsIn: '2 days' })
        for (const patient of ['leyla', 'murat']) expect(await healthOf(aylin, patient)).toEqual([NOTHING])
        await setStatus(aylin, 'aylin', id, 'cancelled')
        expect(await healthOf(aylin, 'leyla')).toEqual([NOTHING])
        expect(await aylin.query('select user_id from profiles group by user_id having count(*) > 1')).toEqual([])
      })
    })
  })

  test('the copy of profiles for admins follows every change and is deleted with the account', async () => {
    await db.as(superuser, async (owner) => {
      const seenByAdmin = () =>
        owner.as('nigar', ({ query }) =>
          query('select first_name, email, medical_history from profiles where user_id = $1', [idOf('leyla')]),
        )
      await owner.as('leyla', ({ query }) => query("update profiles set first_name = 'Leyla', medical_history = 'Yok'"))
      await owner.query("update auth.users set email = 'new@example.test' where id = $1", [idOf('leyla')])
      expect(await seenByAdmin()).toEqual([{ first_name: 'Leyla', email: 'new@example.test', medical_history: null }])
      await owner.query('delete from auth.users where id = $1', [idOf('leyla')])
      expect(await seenByAdmin()).toEqual([])
    })
  })

  test('the copy of profiles for admins cannot contain health data', async () => {
    const change = "update private.profiles_without_health set gender = 'kadın'"
    expect(await refusal(db.as(superuser, ({ query }) => query(change)))).toEqual(['23514', 'profiles_without_health_holds_none'])
  })

  test.each([
    ['the secret key', serviceRole],
    ['a definer function', superuser],
  ])('%s sees every profile once, with all columns', async (_, person) => {
    await db.as(person, async (session) => {
      expect(await session.query('select from profiles')).toHaveLength(6)
      expect(await healthOf(session, 'leyla')).toEqual([HEALTH])
    })
  })
})

type Ask = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

describe('over the REST interface', () => {
  const clinic = useClinicServer()
  let ask: (name: 'nigar' | 'leyla' | 'aylin', path: string, init?: Ask) => Promise<Response>
  beforeAll(async () => {
    await clinic.keep(superuser, async (owner) => {
      await fillHealth(owner)
      await book(owner, 'leyla', clinic.aylin)
    })
    ask = async (name, path, init = {}) =>
      fetch(`${clinic.url}/rest/v1/${path}`, {
        ...init,
        headers: { apikey: clinic.keys.publishable, authorization: `Bearer ${await clinic.tokenOf(name)}`, ...init.headers },
      })
  })

  test('each specified call returns the same shape for owner, doctor and admin', async () => {
    const one = `profiles?select=*&user_id=eq.${idOf('leyla')}`
    for (const [name, health] of [
      ['leyla', HEALTH],
      ['aylin', NOTHING],
      ['nigar', NOTHING],
    ] as const) {
      const single = await ask(name, one, { headers: { accept: 'application/vnd.pgrst.object+json' } })
      expect([single.status, await single.json()]).toEqual([200, expect.objectContaining({ first_name: 'leyla', ...health })])
      const pending = 'appointments?status=eq.pending&select=id,profiles(*),doctors(first_name)&order=created_at.desc'
      expect(await (await ask(name, pending)).json()).toEqual([
        { id: expect.any(String), profiles: expect.objectContaining({ first_name: 'leyla', ...health }), doctors: { first_name: 'Aylin' } },
      ])
    }
    const several = `profiles?select=user_id,first_name,last_name,phone&user_id=in.(${idOf('leyla')},${idOf('murat')})&order=first_name`
    expect(await (await ask('nigar', several)).json()).toEqual([
      { user_id: idOf('leyla'), first_name: 'leyla', last_name: 'Test', phone: '+994 50 000 00 00' },
      { user_id: idOf('murat'), first_name: 'murat', last_name: 'Test', phone: null },
    ])
    const search = 'profiles?select=user_id&or=(first_name.ilike.*EYL*,last_name.ilike.*EYL*)&limit=10'
    expect(await (await ask('nigar', search)).json()).toEqual([{ user_id: idOf('leyla') }])
  })

  test.each([
    'profiles?select=first_name&medical_history=not.is.null',
    'profiles?select=first_name&medical_history=ilike.*alerji*',
    'profiles?select=first_name&or=(gender.eq.kadın,date_of_birth.eq.1991-02-03)',
    'appointments?select=id,profiles!inner(first_name)&profiles.medical_history=not.is.null',
    'appointments?select=id,profiles(first_name)&profiles.gender=eq.kadın&profiles=not.is.null',
    'doctors?select=id,appointments!inner(profiles!inner(first_name))&appointments.profiles.gender=eq.kadın',
  ])('an admin finds no other user with %s', async (path) => {
    // Excludes the admin's own profile.
    const others = path.startsWith('profiles') ? `&user_id=neq.${idOf('nigar')}` : ''
    const counted = { headers: { prefer: 'count=exact' } }
    const [admin, owner] = [await ask('nigar', path + others, counted), await ask('leyla', path, counted)]
    expect([await admin.json(), admin.headers.get('content-range')]).toEqual([[], '*/0'])
    expect([((await owner.json()) as unknown[]).length, owner.headers.get('content-range')]).toEqual([1, '0-0/1'])
  })

  test('an admin learns nothing from sorting, CSV, patching, posting or upserting', async () => {
    const order = async (direction: string) =>
      (await ask('nigar', `profiles?select=user_id&user_id=neq.${idOf('nigar')}&order=medical_history.${direction},user_id`)).json()
    expect(await order('desc.nullslast')).toEqual(await order('asc.nullsfirst'))
    const csv = await ask('nigar', `profiles?user_id=neq.${idOf('nigar')}`, { headers: { accept: 'text/csv' } })
    expect([csv.status, await csv.text()]).toEqual([200, expect.not.stringContaining('alerji')])

    const change = (method: string, path: string, prefer: string, body: object) =>
      ask('nigar', path, {
        method,
        headers: { prefer: `return=representation,${prefer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const patched = await change('PATCH', 'profiles?medical_history=not.is.null&user_id=neq.' + idOf('nigar'), '', { phone: '1' })
    expect([patched.status, await patched.json()]).toEqual([200, []])
    for (const prefer of ['', 'resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
      for (const path of ['profiles', 'profiles?on_conflict=user_id']) {
        const posted = await change('POST', path, prefer, { user_id: idOf('leyla'), phone: '1' })
        expect([posted.status, await posted.text()]).toEqual([403, expect.stringMatching(/"42501"/)])
      }
    }
  })

  test('the owner can patch health data, and post or upsert a profile with it', async () => {
    const send = (method: string, path: string, prefer: string, body: object) =>
      ask('leyla', path, {
        method,
        headers: { prefer: `return=representation,${prefer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const patched = await send('PATCH', `profiles?user_id=eq.${idOf('leyla')}`, '', { medical_history: 'Astım', gender: 'diğer' })
    expect(await patched.json()).toEqual([
      expect.objectContaining({ medical_history: 'Astım', gender: 'diğer', date_of_birth: '1991-02-03' }),
    ])
    const mine = { user_id: idOf('leyla'), first_name: 'Leyla', last_name: 'Test', phone: null, timezone: 'Asia/Baku', ...HEALTH }
    expect((await send('POST', 'profiles', '', mine)).status).toBe(409)
    // The conflict target defaults to the primary key, as behind a view on hosted Supabase.
    const merged = await send('POST', 'profiles', 'resolution=merge-duplicates', mine)
    expect([merged.status, await merged.json()]).toEqual([200, [expect.objectContaining(mine)]])
    const ignored = await send('POST', 'profiles?on_conflict=user_id', 'resolution=ignore-duplicates', { ...mine, first_name: 'No' })
    expect([ignored.status, await ignored.json()]).toEqual([201, []])
  })
})

describe('planner statistics of health data, which an estimated count would reveal,', () => {
  const statistics = `select attname from pg_stats where tablename like 'profiles%' and attname = any ('{first_name,date_of_birth,gender,medical_history}')`

  const addPatients = async ({ query }: Session) => {
    for (let n = 0; n < 50; n++) {
      const metadata = { first_name: `Patient ${n % 5}`, gender: 'Kadın', medical_history: 'Astım', date_of_birth: '1990-01-01' }
      await query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
        idOf(`patient ${n}`),
        `${n}@example.test`,
        JSON.stringify(metadata),
      ])
    }
  }

  async function columnsAfterAnalyze(db: TestDatabase) {
    await db.keep(superuser, ({ query }) => query('analyze private.profiles'))
    const left = await db.as(superuser, ({ query }) => query<{ attname: string }>(statistics))
    return new Set(left.map(({ attname }) => attname))
  }

  test('do not exist in a new clinic', async () => {
    const db = await freshDatabase('product')
    try {
      await db.keep(superuser, async (session) => {
        await addPatients(session)
        const names = Array.from({ length: 50 }, (_, n) => `patient ${n}`)
        await consentOf(session, ...names)
        await session.query(
          "update profiles set gender = 'kadın', medical_history = 'Astım', date_of_birth = '1990-01-01' where user_id = any ($1)",
          [names.map(idOf)],
        )
      })
      expect(await columnsAfterAnalyze(db)).toEqual(new Set(['first_name']))
    } finally {
      await db.drop()
    }
  })
})
