// Consent to keeping health data: people give and withdraw their own, and the profile accepts health data only with a live consent.
import { describe, expect, test } from 'vitest'
import { HEALTH_CONSENT_VERSION } from '../functions/_shared/rules.ts'
import { addPerson, anonymous, book, emailOf, idOf, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const give = ({ query }: Session) =>
  query("insert into consents (kind, version, language) values ('health_data', $1, 'az') returning *", [HEALTH_CONSENT_VERSION])
const withdraw = ({ query }: Session) => query('update consents set withdrawn_at = now() where withdrawn_at is null returning withdrawn_at')
const fill = ({ query }: Session) =>
  query(
    "update profiles set medical_history = 'Astım', date_of_birth = '1991-02-03', gender = 'kadın' where user_id = auth.uid() returning 1",
  )
const health = async ({ query }: Session, name: string) =>
  (await query('select date_of_birth::text, gender, medical_history from profiles where user_id = $1', [idOf(name)]))[0]

const NOTHING = { date_of_birth: null, gender: null, medical_history: null }
const ALL = { date_of_birth: '1991-02-03', gender: 'kadın', medical_history: 'Astım' }

describe('a consent', () => {
  test('can be given, read and withdrawn by its owner', async () => {
    await db.as('leyla', async (leyla) => {
      expect((await give(leyla))[0]).toMatchObject({ user_id: idOf('leyla'), kind: 'health_data', language: 'az', withdrawn_at: null })
      expect(await leyla.query('select from consents')).toHaveLength(1)
      expect(await withdraw(leyla)).toHaveLength(1)
      await give(leyla)
      expect(await leyla.query('select withdrawn_at is null as live from consents order by given_at')).toEqual([
        { live: false },
        { live: true },
      ])
    })
  })

  test.each(['murat', 'aylin', 'nigar'])('cannot be read, given or withdrawn by %s for somebody else', async (other) => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      await leyla.as(other, async (stranger) => {
        expect(await stranger.query('select from consents')).toHaveLength(0)
        expect(await withdraw(stranger)).toHaveLength(0)
      })
      const forLeyla = leyla.as(other, ({ query }) =>
        query("insert into consents (user_id, kind, version, language) values ($1, 'health_data', '2026-01-01', 'tr')", [idOf('leyla')]),
      )
      expect((await refusal(forLeyla))[0]).toBe('42501')
    })
  })

  test('cannot be read by visitors', async () => {
    expect((await refusal(db.as(anonymous, ({ query }) => query('select from consents'))))[0]).toBe('42501')
  })

  test('gets its times from the database and cannot be changed, revived or removed', async () => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      for (const change of ["version = '2020-01-01'", "given_at = '2020-01-01'", "language = 'tr'", "kind = 'x'"])
        expect((await refusal(leyla.query(`update consents set ${change}`)))[0]).toBe('42501')
      expect((await refusal(leyla.query('delete from consents')))[0]).toBe('42501')
      await leyla.query("update consents set withdrawn_at = '2999-01-01'")
      expect(await leyla.query("select withdrawn_at < now() + interval '1 hour' as now from consents")).toEqual([{ now: true }])
      expect(await refusal(leyla.query('update consents set withdrawn_at = null'))).toEqual(['P0001', 'consent_is_withdrawn'])
    })
  })

  test.each([
    ["('marketing', '2026-01-01', 'tr')", 'consents_kind_is_known'],
    ["('health_data', 'yes', 'tr')", 'consents_version_is_a_date'],
    ["('health_data', '2026-01-01', 'xx')", 'consents_language_is_offered'],
  ])('is refused with the values %s', async (values, constraint) => {
    const attempt = db.as('leyla', ({ query }) => query(`insert into consents (kind, version, language) values ${values}`))
    expect(await refusal(attempt)).toEqual(['23514', constraint])
  })

  test('cannot be live twice, and is limited in how often it is given and withdrawn', async () => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      expect(await refusal(give(leyla))).toEqual(['23505', 'consents_one_is_live'])
    })
    await db.as('leyla', async (leyla) => {
      for (let n = 0; n < 20; n++) {
        await give(leyla)
        await withdraw(leyla)
      }
      expect(await refusal(give(leyla))).toEqual(['P0001', 'too_many_requests'])
    })
  })

  test('is logged without health data', async () => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      await withdraw(leyla)
      const log = await leyla.as(superuser, ({ query }) =>
        query("select action, subject, details from audit_log where action like 'consent.%' order by id"),
      )
      const details = { kind: 'health_data', version: HEALTH_CONSENT_VERSION }
      expect(log).toEqual([
        { action: 'consent.given', subject: `user:${idOf('leyla')}`, details },
        { action: 'consent.withdrawn', subject: `user:${idOf('leyla')}`, details },
      ])
    })
  })
})

describe('the profile', () => {
  test.each(["medical_history = 'Astım'", "date_of_birth = '1991-02-03'", "gender = 'diğer'"])(
    'refuses %s without a consent, and accepts it with one',
    async (change) => {
      const save = `update profiles set ${change} where user_id = auth.uid() returning 1`
      await db.as('leyla', async (leyla) => {
        expect(await refusal(leyla.query(save))).toEqual(['P0001', 'consent_required'])
        await give(leyla)
        expect(await leyla.query(save)).toHaveLength(1)
      })
    },
  )

  test('accepts everything else without a consent, blank health fields included', async () => {
    await db.as('leyla', async (leyla) => {
      const saved = await leyla.query(
        "update profiles set phone = '1', medical_history = ' ', gender = '', date_of_birth = null where user_id = auth.uid() returning 1",
      )
      expect(saved).toHaveLength(1)
    })
  })

  test('does not accept health data based on somebody else’s consent', async () => {
    await db.as('murat', async (murat) => {
      await give(murat)
      expect(await refusal(murat.as('leyla', fill))).toEqual(['P0001', 'consent_required'])
    })
  })

  test('loses its health data on a withdrawal, and appointments stay', async () => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      await fill(leyla)
      const { id } = await book(leyla, 'leyla', db.aylin)
      expect(await health(leyla, 'leyla')).toEqual(ALL)
      await withdraw(leyla)
      expect(await health(leyla, 'leyla')).toEqual(NOTHING)
      expect(await leyla.query('select status, patient_complaint from appointments where id = $1', [id])).toEqual([
        { status: 'pending', patient_complaint: 'Baş ağrısı' },
      ])
      expect(await refusal(fill(leyla))).toEqual(['P0001', 'consent_required'])
    })
  })

  test('an upsert cannot get around the rule', async () => {
    const upsert =
      "insert into profiles (user_id, medical_history) values (auth.uid(), 'Astım') on conflict (user_id) do update set medical_history = excluded.medical_history"
    expect(await refusal(db.as('leyla', ({ query }) => query(upsert)))).toEqual(['P0001', 'consent_required'])
  })

  test('hides the health data from a doctor after a withdrawal', async () => {
    await db.as('leyla', async (leyla) => {
      await give(leyla)
      await fill(leyla)
      const { id } = await book(leyla, 'leyla', db.aylin)
      const card = () =>
        leyla.as('aylin', ({ query }) => query<{ card: { patient: object } }>('select open_patient_card($1) as card', [id]))
      expect((await card())[0]?.card.patient).toMatchObject({ medical_history: 'Astım', gender: 'kadın' })
      await withdraw(leyla)
      expect((await card())[0]?.card.patient).toMatchObject({ medical_history: null, gender: null, date_of_birth: null, age: null })
    })
  })
})

describe('sign-up', () => {
  const person = {
    first_name: 'Ayşe',
    last_name: 'Yılmaz',
    language: 'ru',
    date_of_birth: '1990-05-17',
    gender: 'Kadın',
    medical_history: 'Yok',
  }
  const signUp = (metadata: object) =>
    db.as(superuser, async (owner) => {
      await addPerson(owner, 'newcomer', metadata)
      const [account] = await owner.query('select raw_user_meta_data::text as metadata from auth.users where id = $1', [idOf('newcomer')])
      const consents = await owner.query('select kind, version, language, withdrawn_at from consents where user_id = $1', [
        idOf('newcomer'),
      ])
      return { account, consents, health: await health(owner, 'newcomer') }
    })

  test('stores a given consent in the language of the form, and the health data', async () => {
    const { account, consents, health: stored } = await signUp({ ...person, health_consent: HEALTH_CONSENT_VERSION })
    expect(consents).toEqual([{ kind: 'health_data', version: HEALTH_CONSENT_VERSION, language: 'ru', withdrawn_at: null }])
    expect(stored).toEqual({ date_of_birth: '1990-05-17', gender: 'kadın', medical_history: 'Yok' })
    expect(account?.['metadata']).not.toContain('health_consent')
  })

  test.each([
    {},
    { health_consent: '' },
    { health_consent: true },
    { health_consent: 'yes' },
    { health_consent: { version: '2026-01-01' } },
  ])('creates the account without health data if it has %j instead of a consent', async (consent) => {
    const { consents, health: stored } = await signUp({ ...person, ...consent })
    expect(consents).toEqual([])
    expect(stored).toEqual(NOTHING)
  })

  test('removes the consent from the identity, which responses contain', async () => {
    await db.as(superuser, async ({ query }) => {
      const [identity] = await query(
        `insert into auth.identities (user_id, provider, provider_id, identity_data) values ($1, 'email', $1::uuid::text, '{"sub": "x", "health_consent": "2026-01-01"}')
         returning identity_data`,
        [idOf('leyla')],
      )
      expect(identity?.['identity_data']).toEqual({ sub: 'x' })
    })
  })
})

test('consents are exported, and erased with the account', async () => {
  await db.as('leyla', async (leyla) => {
    await give(leyla)
    const [row] = await leyla.query<{ data: { consents: object[] } }>('select export_my_data() as data')
    expect(row?.data.consents).toEqual([expect.objectContaining({ kind: 'health_data', language: 'az', withdrawn_at: null })])
    await leyla.query('select erase_my_account($1)', [emailOf('leyla')])
    expect(await leyla.as(superuser, ({ query }) => query('select from consents'))).toHaveLength(0)
  })
})

test('the secret key reads consents and cannot write them', async () => {
  await db.as('leyla', async (leyla) => {
    await give(leyla)
    expect(await leyla.as(serviceRole, ({ query }) => query('select from consents'))).toHaveLength(1)
    expect((await refusal(leyla.as(serviceRole, ({ query }) => query('update consents set withdrawn_at = now()'))))[0]).toBe('42501')
  })
})

test('health data without a consent stays, can be removed, and changes only with a consent', async () => {
  const change = (what: string) => `update profiles set ${what} where user_id = auth.uid() returning 1`
  // Only the owner of the database can write health data without a consent.
  const asLeyla = (work: (leyla: Session) => Promise<void>) =>
    db.as(superuser, async (owner) => {
      await owner.query(
        "update private.profiles set date_of_birth = '1991-02-03', gender = 'kadın', medical_history = 'Astım' where user_id = $1 and tableoid = 'private.profiles'::regclass",
        [idOf('leyla')],
      )
      await owner.as('leyla', work)
    })
  await asLeyla(async (leyla) => {
    expect(await health(leyla, 'leyla')).toEqual(ALL)
    // Saving unchanged values and removing values needs no consent.
    expect(
      await leyla.query(change("phone = '1', medical_history = 'Astım', gender = 'kadın', date_of_birth = '1991-02-03'")),
    ).toHaveLength(1)
    expect(await refusal(leyla.query(change("medical_history = 'Astım, alerji'")))).toEqual(['P0001', 'consent_required'])
  })
  await asLeyla(async (leyla) => {
    expect(await leyla.query(change('medical_history = null, gender = null, date_of_birth = null'))).toHaveLength(1)
    expect(await health(leyla, 'leyla')).toEqual(NOTHING)
  })
  await asLeyla(async (leyla) => {
    await give(leyla)
    expect(await leyla.query(change("medical_history = 'Astım, alerji'"))).toHaveLength(1)
  })
})
