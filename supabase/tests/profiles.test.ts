import { beforeAll, describe, expect, test } from 'vitest'
import {
  addPerson,
  anonymous,
  arrange,
  book,
  consentOf,
  emailOf,
  idOf,
  refusal,
  type Session,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()

const seen = (session: Session, name: string) => session.query('select first_name from profiles where user_id = $1', [idOf(name)])
const profileOf = async ({ query }: Session, name: string) => (await query('select * from profiles where user_id = $1', [idOf(name)]))[0]

describe('a profile created with the account', () => {
  const signUp = (metadata: object) =>
    db.as(superuser, async (owner) => {
      await addPerson(owner, 'newcomer', metadata)
      const [account] = await owner.query('select raw_user_meta_data as metadata from auth.users where id = $1', [idOf('newcomer')])
      return { profile: await profileOf(owner, 'newcomer'), metadata: account?.['metadata'] }
    })

  test('contains the data from the sign-up, and the account keeps only names and language', async () => {
    const written = {
      first_name: ' Ayşe ',
      last_name: 'Yılmaz',
      phone: '+90 532 000 00 00',
      date_of_birth: '1990-05-17',
      gender: 'Kadın',
      medical_history: 'Yok',
      language: 'az',
    }
    const { profile, metadata } = await signUp({ ...written, health_consent: '2026-11-16' })
    expect(profile).toMatchObject({
      first_name: 'Ayşe',
      last_name: 'Yılmaz',
      phone: '+90 532 000 00 00',
      gender: 'kadın',
      medical_history: 'Yok',
    })
    expect(profile).toMatchObject({ language: 'az', timezone: 'Europe/Istanbul', email: emailOf('newcomer') })
    expect(metadata).toEqual({ first_name: ' Ayşe ', last_name: 'Yılmaz', language: 'az' })
  })

  test.each(['Erkek', 'Kadın', 'Diğer'])('has the normalized form of the gender %s', async (gender) => {
    expect((await signUp({ gender, health_consent: '2026-11-16' })).profile).toMatchObject({ gender: gender.toLocaleLowerCase('tr') })
  })

  test.each<[string, object]>([
    ['empty metadata', {}],
    ['a list', []],
    ['a text', Object('medical_history')],
    ['numbers for names', { first_name: 7, last_name: true }],
    ['an impossible date', { date_of_birth: '1990-02-31' }],
    ['a date too far in the past', { date_of_birth: '0001-01-01' }],
    ['a date in the future', { date_of_birth: '2099-01-01' }],
    ['an unknown gender', { gender: 'x' }],
    ['an unknown language and zone', { language: 'de', timezone: 'Mars/Olympus' }],
    ['very long texts', { first_name: 'a'.repeat(5000), medical_history: 'b'.repeat(90_000), phone: '1'.repeat(999) }],
    ['nested objects', { first_name: { a: 1 }, gender: [1], date_of_birth: {} }],
  ])('is created even if the sign-up has %s', async (_, metadata) => {
    const { profile } = await signUp(
      Object.keys(metadata).includes('0') || Array.isArray(metadata) ? metadata : { health_consent: '2026-11-16', ...metadata },
    )
    expect(profile).toMatchObject({ user_id: idOf('newcomer'), language: 'tr', timezone: 'Europe/Istanbul' })
    expect(profile?.['date_of_birth']).toBeNull()
  })

  test('keeps health data out of metadata that is written later', async () => {
    const metadata = await db.as(superuser, async ({ query }) => {
      const [row] = await query('update auth.users set raw_user_meta_data = $2 where id = $1 returning raw_user_meta_data as kept', [
        idOf('leyla'),
        { first_name: 'Leyla', medical_history: 'secret', language: 'tr', nested: { first_name: 'x' } },
      ])
      return row?.['kept']
    })
    expect(metadata).toEqual({ first_name: 'Leyla', language: 'tr' })
  })

  test('keeps health data out of identities', async () => {
    const [identity] = await db.as(superuser, ({ query }) =>
      query(
        "insert into auth.identities (user_id, provider_id, provider, identity_data) values ($1::uuid, $1::text, 'email', $2) returning identity_data as kept",
        [
          idOf('leyla'),
          {
            sub: idOf('leyla'),
            email: emailOf('leyla'),
            first_name: 'Leyla',
            medical_history: 'secret',
            date_of_birth: '1990-01-01',
            phone: '1',
            gender: 'Kadın',
          },
        ],
      ),
    )
    expect(identity?.['kept']).toEqual({ sub: idOf('leyla'), email: emailOf('leyla'), first_name: 'Leyla' })
  })

  test('follows the address of the account', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query("update auth.users set email = 'leyla.new@example.test' where id = $1", [idOf('leyla')])
      expect(await profileOf(owner, 'leyla')).toMatchObject({ email: 'leyla.new@example.test' })
    })
  })
})

describe('the owner of a profile', () => {
  beforeAll(() => db.keep(superuser, (owner) => consentOf(owner, 'leyla')))

  test('can read and change it', async () => {
    await db.as('leyla', async (leyla) => {
      await leyla.query(
        "update profiles set first_name = 'Leyla', phone = ' ', gender = 'belirtmek_istemiyorum', timezone = 'Asia/Baku', date_of_birth = '1988-01-02'",
      )
      expect(await profileOf(leyla, 'leyla')).toMatchObject({ first_name: 'Leyla', phone: null, timezone: 'Asia/Baku' })
    })
  })

  test('can add a missing one, which gets the address of the account', async () => {
    await db.as('leyla', async (leyla) => {
      await leyla.as(superuser, ({ query }) => query('delete from profiles where user_id = $1', [idOf('leyla')]))
      await leyla.query("insert into profiles (user_id, first_name, last_name) values ($1, 'Leyla', 'Test')", [idOf('leyla')])
      expect(await profileOf(leyla, 'leyla')).toMatchObject({ email: emailOf('leyla'), timezone: 'Europe/Istanbul' })
    })
  })

  test.each([
    ["first_name = ''", ['P0001', 'profile_name_required']],
    ['last_name = null', ['P0001', 'profile_name_required']],
    [`first_name = repeat('a', 101)`, ['23514', 'profiles_first_name_is_short']],
    ["gender = 'robot'", ['23514', 'profiles_gender_is_known']],
    ["language = 'de'", ['23514', 'profiles_language_is_offered']],
    ["date_of_birth = '1700-01-01'", ['23514', 'profiles_date_of_birth_is_plausible']],
    ["email = 'other@example.test'", ['42501', 'permission denied for view profiles']],
    ['created_at = now()', ['42501', 'permission denied for view profiles']],
    [`user_id = '${idOf('murat')}'`, ['42501', 'new row violates row-level security policy for table "profiles"']],
  ])('cannot set %s', async (change, expected) => {
    expect(
      await refusal(db.as('leyla', ({ query }) => query(`update profiles set ${change} where user_id = $1`, [idOf('leyla')]))),
    ).toEqual(expected)
  })

  test('cannot delete it', async () => {
    expect(await refusal(db.as('leyla', ({ query }) => query('delete from profiles')))).toEqual([
      '42501',
      'permission denied for view profiles',
    ])
  })
})

test('a missing time zone falls back to Istanbul', async () => {
  await db.as('leyla', async (leyla) => {
    await leyla.query("update profiles set timezone = ''")
    expect(await profileOf(leyla, 'leyla')).toMatchObject({ timezone: 'Europe/Istanbul' })
  })
})

test('a stranger can neither see, change nor create another user’s profile', async () => {
  await db.as('mallory', async (mallory) => {
    expect(await seen(mallory, 'leyla')).toHaveLength(0)
    expect(await mallory.query("update profiles set first_name = 'Hacked' where user_id = $1 returning *", [idOf('leyla')])).toHaveLength(0)
    await mallory.as(superuser, ({ query }) => query('delete from profiles where user_id = $1', [idOf('leyla')]))
    expect(await refusal(mallory.query('insert into profiles (user_id) values ($1)', [idOf('leyla')]))).toEqual([
      '42501',
      'new row violates row-level security policy for table "profiles"',
    ])
  })
})

test('visitors see no profiles', async () => {
  expect(await refusal(db.as(anonymous, ({ query }) => query('select from profiles')))).toEqual([
    '42501',
    'permission denied for view profiles',
  ])
})

test('an admin can read all profiles but not change them', async () => {
  await db.as('nigar', async (nigar) => {
    expect(await seen(nigar, 'leyla')).toHaveLength(1)
    expect(await nigar.query("update profiles set first_name = 'X' where user_id = $1 returning *", [idOf('leyla')])).toHaveLength(0)
  })
})

describe('a doctor', () => {
  test('sees a patient with an appointment until it is cancelled', async () => {
    await db.as('aylin', async (aylin) => {
      expect(await seen(aylin, 'leyla')).toHaveLength(0)
      const { id } = await book(aylin, 'leyla', db.aylin)
      expect(await seen(aylin, 'leyla')).toHaveLength(1)
      await setStatus(aylin, 'leyla', id, 'cancelled')
      expect(await seen(aylin, 'leyla')).toHaveLength(0)
    })
  })

  test('sees a patient whose appointment is completed', async () => {
    await db.as('aylin', async (aylin) => {
      await arrange(aylin, 'leyla', db.aylin, { startsIn: '-3 days', status: 'completed' })
      expect(await seen(aylin, 'leyla')).toHaveLength(1)
    })
  })

  test('can neither see another doctor’s patient nor change their own', async () => {
    await db.as('aylin', async (aylin) => {
      await book(aylin, 'murat', db.rauf)
      await book(aylin, 'leyla', db.aylin)
      expect(await seen(aylin, 'murat')).toHaveLength(0)
      expect(await aylin.query("update profiles set phone = '1' where user_id = $1 returning *", [idOf('leyla')])).toHaveLength(0)
    })
  })

  test('sees no patients after losing the role', async () => {
    await db.as('aylin', async (aylin) => {
      await book(aylin, 'leyla', db.aylin)
      await aylin.as('nigar', ({ query }) => query("delete from user_roles where user_id = $1 and role = 'doctor'", [idOf('aylin')]))
      expect(await seen(aylin, 'leyla')).toHaveLength(0)
    })
  })
})
