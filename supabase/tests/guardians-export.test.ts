// The guardianships in a guardian's export.
import { expect, test } from 'vitest'
import { accept, inviteAbout, invited } from './claims.ts'
import { IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addChild, addGuardian, turnAdult } from './patients.ts'

const db = useClinic()

interface Export {
  people: { profile: { user_id: string }; appointments: { booked_by: string }[]; consents: object[] }[]
  guardianships: Record<string, unknown>[]
  patient_invitations: Record<string, unknown>[]
  booked_for_others: { id: string }[]
}
const exported = async (session: Session, person: string) => {
  const [row] = await session.as(person, ({ query }) => query<{ data: Export }>('select export_my_data() as data'))
  if (!row) throw new Error('nothing was exported')
  return row.data
}
const bookFor = (session: Session, person: string, patient: string) =>
  session.as(person, ({ query }) =>
    query<{ id: string }>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       values ($1, $2, ${IN_A_WEEK}, '10:00', 'Baş ağrısı', 'pending') returning id`,
      [patient, db.rauf],
    ),
  )

test('the export contains guardianships, other guardians, invitations and bookings for others', async () => {
  await db.as(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    await addGuardian(session, child, 'murat')
    const adult = await addAdult(session, 'leyla')
    const invitation = await inviteAbout(session, 'leyla', adult, 'granny@example.test')
    const [booked] = await bookFor(session, 'leyla', child)
    const data = await exported(session, 'leyla')
    expect(data.people.find(({ profile }) => profile.user_id === child)).toMatchObject({
      appointments: [{ booked_by: idOf('leyla') }],
      consents: [{ kind: 'health_data' }],
    })
    expect(data.guardianships).toMatchObject([
      { patient_id: child, authority: 'parental', is_live: true, other_guardians: ['murat Test'], declaration_version: '2026-11-18' },
      { patient_id: adult, authority: 'asked', is_live: true, other_guardians: [] },
    ])
    expect(data.patient_invitations).toMatchObject([{ id: invitation, kind: 'claim', email: 'granny@example.test' }])
    expect(JSON.stringify(data)).not.toContain('token_hash')
    expect(data.booked_for_others).toMatchObject([{ id: booked?.id }])
    expect((await exported(session, 'mallory')).guardianships).toEqual([])
  })
})

test('the export contains no more about a patient who grew up or claimed the record than the guardian may read', async () => {
  await db.as(superuser, async (session) => {
    const child = await addChild(session, 'leyla')
    await addGuardian(session, child, 'murat')
    await turnAdult(session, child)
    const adult = await addAdult(session, 'leyla')
    await bookFor(session, 'leyla', adult)
    await accept(session, 'mallory', await invited(session, 'leyla', adult, 'mallory'))
    const data = await exported(session, 'leyla')
    expect(data.people).toEqual([])
    expect(data.guardianships).toMatchObject([{ patient_id: child, is_live: false, other_guardians: null }])
    expect(data.booked_for_others).toHaveLength(1)
    // The export must not reveal which account claimed the record.
    expect(data.patient_invitations).toEqual([])
    expect(JSON.stringify(data)).not.toContain(idOf('mallory'))
    expect(await session.as('leyla', ({ query }) => query('select patient_id from patient_invitations'))).toEqual([])
  })
})

test.each(['export_guardianships', 'full_name_of'])('nobody can call %s for somebody else', async (name) => {
  expect((await refusal(db.as('leyla', ({ query }) => query(`select private.${name}($1)`, [idOf('murat')]))))[0]).toBe('42501')
})
