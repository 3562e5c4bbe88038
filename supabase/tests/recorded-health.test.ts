// Health data of an adult without an account: the doctor who recorded their consent writes it down, and nobody else reads it.
import { beforeEach, describe, expect, test } from 'vitest'
import { accept, entriesOf, invited, makeAccount, rowOfProfile } from './claims.ts'
import { consentOf, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, arrangeFor, born } from './patients.ts'

const db = useClinic()
beforeEach(() => db.keep(superuser, ({ query }) => query('delete from private.rate_counters')))
const SAID = { date_of_birth: '1956-03-01', gender: 'kadın', medical_history: 'Hipertansiyon' }

interface Case {
  session: Session
  adult: string
  /** With the doctor Aylin, an hour ago. */
  id: string
}
const inTest = (work: (given: Case) => Promise<void>) =>
  db.as(superuser, async (session) => {
    const adult = await addAdult(session, 'leyla')
    await work({ session, adult, id: await arrangeFor(session, adult, db.aylin, { startsIn: '-1 hour' }) })
  })
const consent = (session: Session, id: string, given: boolean, doctor = 'aylin') =>
  session.as(doctor, ({ query }) => query("select record_consent($1, 'health_data', '2026-11-16', 'tr', $2)", [id, given]))
const record = (session: Session, id: string, said: Partial<typeof SAID> = SAID, person = 'aylin') =>
  session.as(person, ({ query }) =>
    query('select record_patient_health($1, $2, $3, $4)', [
      id,
      said.date_of_birth ?? null,
      said.gender ?? null,
      said.medical_history ?? null,
    ]),
  )
const cardOf = async (session: Session, id: string, doctor = 'aylin') =>
  (
    await session.as(doctor, ({ query }) =>
      query<{ card: { patient: Record<string, unknown>; may_record_health: boolean } }>('select open_patient_card($1) as card', [id]),
    )
  )[0]?.card

test('is written down after the consent, shown on the card of every doctor of the person, and logged without its text', async () => {
  await inTest(async ({ session, adult, id }) => {
    expect((await cardOf(session, id))?.may_record_health).toBe(false)
    await consent(session, id, true)
    await record(session, id)
    const others = await arrangeFor(session, adult, db.rauf, { startsIn: '1 day' })
    expect(await cardOf(session, id)).toMatchObject({ patient: SAID, may_record_health: true })
    expect(await cardOf(session, others, 'rauf')).toMatchObject({ patient: SAID, may_record_health: false })
    await record(session, id, { ...SAID, medical_history: 'Yok' })
    const logged = await entriesOf(session, adult, 'patient.health_recorded')
    expect(logged).toEqual([
      { actor: idOf('aylin'), details: { appointment_id: id, fields: ['date_of_birth', 'gender', 'medical_history'] } },
      { actor: idOf('aylin'), details: { appointment_id: id, fields: ['medical_history'] } },
    ])
  })
})

test('is refused without a consent, after it was withdrawn, and to a doctor who did not record it', async () => {
  await inTest(async ({ session, adult, id }) => {
    expect(await refusal(record(session, id))).toEqual(['P0001', 'consent_required'])
    await consent(session, id, true)
    const others = await arrangeFor(session, adult, db.rauf, { startsIn: '1 day' })
    expect(await refusal(record(session, others, SAID, 'rauf'))).toEqual(['P0001', 'consent_required'])
    await consent(session, id, false)
    expect(await refusal(record(session, id))).toEqual(['P0001', 'consent_required'])
  })
})

test.each(['leyla', 'murat', 'nigar', 'rauf'])('is refused to everybody but the doctor of the appointment: %s', async (person) => {
  await inTest(async ({ session, id }) => {
    await consent(session, id, true)
    expect((await refusal(record(session, id, SAID, person)))[0]).toBe('42501')
    const direct = session.as(person, ({ query }) => query('select * from private.recorded_health'))
    expect((await refusal(direct))[0]).toBe('42501')
  })
})

test('does not reach the guardian in the profile, the people, the appointments or the export', async () => {
  await inTest(async ({ session, id }) => {
    await consent(session, id, true)
    await record(session, id)
    const read = await session.as('leyla', async ({ query }) => [
      await query('select * from profiles'),
      await query('select * from list_my_people()'),
      await query('select * from appointments'),
      await query('select export_my_data()'),
    ])
    expect(JSON.stringify(read)).not.toMatch(/Hipertansiyon|1956-03/)
  })
})

test('is about an adult who was born within 120 years', async () => {
  await inTest(async ({ session, id }) => {
    await consent(session, id, true)
    const wrong = async (birth: string) => (await refusal(record(session, id, { date_of_birth: birth })))[1]
    expect(await wrong(born(17))).toBe('patient_is_minor')
    expect(await wrong(born(0, 2))).toBe('birth_date_invalid')
    expect(await wrong(born(121))).toBe('birth_date_invalid')
    expect((await refusal(record(session, id, { gender: 'başka' })))[1]).toContain('recorded_health_gender_is_known')
    await record(session, id, { date_of_birth: born(18) })
  })
})

test('is not for a child, whose parents consent, and not for somebody with an account', async () => {
  await db.as(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    const ofChild = await arrangeFor(session, child, db.aylin, { startsIn: '-1 hour' })
    expect(await refusal(record(session, ofChild))).toEqual(['P0001', 'consent_required'])
    const ofMurat = await arrangeFor(session, idOf('murat'), db.aylin, { startsIn: '-3 hours' })
    expect(await refusal(record(session, ofMurat))).toEqual(['P0001', 'patient_has_account'])
  })
})

test('goes when the consent is withdrawn, and when the record is erased', async () => {
  await inTest(async ({ session, adult, id }) => {
    const count = async () => (await session.query('select from private.recorded_health')).length
    await consent(session, id, true)
    await record(session, id)
    await consent(session, id, false)
    expect(await count()).toBe(0)
    expect((await cardOf(session, id))?.patient).toMatchObject({ date_of_birth: null, gender: null, medical_history: null })
    await consent(session, id, true)
    await record(session, id)
    await session.query('select private.erase_patient($1)', [adult])
    expect(await count()).toBe(0)
  })
})

describe('when the person claims the record, it', () => {
  test('is in the profile of a new account', async () => {
    await db.as(superuser, async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.aylin, { startsIn: '-1 hour' })
      await consent(session, id, true)
      await record(session, id)
      await session.query(
        `insert into patient_invitations (patient_id, kind, email, language) values ($1, 'claim', 'granny@example.test', 'tr')`,
        [caller],
      )
      await makeAccount(session, caller, 'granny@example.test')
      expect(await rowOfProfile(session, caller)).toMatchObject({ has_account: true, gender: 'kadın', medical_history: 'Hipertansiyon' })
      expect(await session.query('select from private.recorded_health')).toHaveLength(0)
    })
  })

  test('joins the profile of an account that was there, under its consent', async () => {
    await inTest(async ({ session, adult, id }) => {
      await consent(session, id, true)
      await record(session, id)
      await consentOf(session, 'murat')
      await session.query("update profiles set medical_history = 'Alerji' where user_id = $1", [idOf('murat')])
      await accept(session, 'murat', await invited(session, 'leyla', adult, 'murat'))
      expect((await rowOfProfile(session, idOf('murat')))?.['medical_history']).toBe('Alerji\n\nHipertansiyon')
    })
  })
})
