// Health data of an adult without an account: the doctor who recorded the consent can write it, and only the patient's doctors can read it.
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
  /** An appointment with Aylin, an hour ago. */
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

test('health data can be recorded after the consent, is on the card of each of the patient’s doctors, and is logged without its text', async () => {
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

test('recording is refused before the consent, after its withdrawal, and to a doctor who did not record the consent', async () => {
  await inTest(async ({ session, adult, id }) => {
    expect(await refusal(record(session, id))).toEqual(['P0001', 'consent_required'])
    await consent(session, id, true)
    const others = await arrangeFor(session, adult, db.rauf, { startsIn: '1 day' })
    expect(await refusal(record(session, others, SAID, 'rauf'))).toEqual(['P0001', 'consent_required'])
    await consent(session, id, false)
    expect(await refusal(record(session, id))).toEqual(['P0001', 'consent_required'])
  })
})

test.each(['leyla', 'murat', 'nigar', 'rauf'])('only the doctor of the appointment can record health data: not %s', async (person) => {
  await inTest(async ({ session, id }) => {
    await consent(session, id, true)
    expect((await refusal(record(session, id, SAID, person)))[0]).toBe('42501')
    const direct = session.as(person, ({ query }) => query('select * from private.recorded_health'))
    expect((await refusal(direct))[0]).toBe('42501')
  })
})

test('a guardian cannot read recorded health data in the profile, the list of people, the appointments or the export', async () => {
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

test('the date of birth must be that of an adult born within 120 years', async () => {
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

test('recording is refused for a child, whose parents consent, and for a patient with an account', async () => {
  await db.as(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    const ofChild = await arrangeFor(session, child, db.aylin, { startsIn: '-1 hour' })
    expect(await refusal(record(session, ofChild))).toEqual(['P0001', 'consent_required'])
    const ofMurat = await arrangeFor(session, idOf('murat'), db.aylin, { startsIn: '-3 hours' })
    expect(await refusal(record(session, ofMurat))).toEqual(['P0001', 'patient_has_account'])
  })
})

test('recorded health data is deleted when the consent is withdrawn or the record is erased', async () => {
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

describe('recorded health data of a claimed record', () => {
  test('moves to the profile of a new account', async () => {
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

  test('is added to the profile of an existing account that has a consent', async () => {
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
