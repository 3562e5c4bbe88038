// Reception erases the record of a patient who has neither an account nor a guardian.
import { beforeEach, describe, expect, test } from 'vitest'
import { entriesOf, inviteAbout, rowOfProfile } from './claims.ts'
import { anonymous, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addAdult, addCaller, addChild, arrangeFor, turnAdult } from './patients.ts'

const db = useClinic()
beforeEach(() => db.keep(superuser, ({ query }) => query('delete from private.rate_counters')))
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const erase = (session: Session, person: Parameters<Session['as']>[0], patient: string) =>
  session.as(person, ({ query }) => query('select erase_patient_record($1)', [patient]))

describe('the record of a caller', () => {
  test('is emptied like an account: appointments stay without their texts, and future ones are cancelled', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const past = await arrangeFor(session, caller, db.aylin, { startsIn: '-1 hour', status: 'completed' })
      const coming = await arrangeFor(session, caller, db.aylin, { startsIn: '3 days' })
      await inviteAbout(session, 'nigar', caller, 'caller@example.test')
      await erase(session, 'nigar', caller)
      expect(await rowOfProfile(session, caller)).toMatchObject({ first_name: 'deleted', last_name: 'user', phone: null })
      expect(
        await session.query(
          'select id, status, cancelled_by, patient_complaint, erased_at is not null as erased from appointments where user_id = $1 order by starts_at',
          [caller],
        ),
      ).toEqual([
        { id: past, status: 'completed', cancelled_by: null, patient_complaint: null, erased: true },
        { id: coming, status: 'cancelled', cancelled_by: 'admin', patient_complaint: null, erased: true },
      ])
      expect(await session.query('select from patient_invitations where patient_id = $1', [caller])).toHaveLength(0)
      expect(await entriesOf(session, caller, 'patient.erased')).toMatchObject([{ actor: idOf('nigar') }])
      expect(await refusal(erase(session, 'nigar', caller))).toEqual(['P0001', 'patient_not_found'])
    })
  })

  test('cannot be found, opened or booked for after its erasure', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const past = await arrangeFor(session, caller, db.aylin, { startsIn: '-1 hour' })
      await erase(session, 'nigar', caller)
      expect(await session.as('nigar', ({ query }) => query("select from find_patients('Arayan')"))).toHaveLength(0)
      const card = session.as('aylin', ({ query }) => query('select open_patient_card($1)', [past]))
      expect((await refusal(card))[0]).toBe('42501')
      const booking = session.as('nigar', ({ query }) =>
        query("select book_for_patient($1, $2, current_date + 7, '10:00', 'x')", [caller, db.aylin]),
      )
      expect(await refusal(booking)).toEqual(['P0001', 'patient_not_found'])
    })
  })

  test('keeps its payments', async () => {
    await inTest(async (session) => {
      const caller = await addCaller(session)
      const id = await arrangeFor(session, caller, db.aylin, { startsIn: '-1 hour' })
      await session.as('nigar', async ({ query }) => {
        await query("select set_appointment_fee($1, 12000, 'AZN')", [id])
        await query("select record_payment($1, 'paid', 12000, current_date)", [id])
      })
      await erase(session, 'nigar', caller)
      expect(await session.query('select amount_minor from appointment_payments where appointment_id = $1', [id])).toEqual([
        { amount_minor: 12_000 },
      ])
    })
  })
})

test.each(['leyla', 'aylin', 'rauf'])('only admins can erase a record: not %s', async (person) => {
  await inTest(async (session) => {
    const caller = await addCaller(session)
    await arrangeFor(session, caller, db.aylin, { startsIn: '-1 hour' })
    expect((await refusal(erase(session, person, caller)))[0]).toBe('42501')
    expect((await refusal(erase(session, anonymous, caller)))[0]).toBe('42501')
  })
})

test('erasing is refused for accounts, for unknown ids, and while a guardian acts for the person', async () => {
  await inTest(async (session) => {
    for (const id of [idOf('leyla'), idOf('nobody')])
      expect(await refusal(erase(session, 'nigar', id))).toEqual(['P0001', 'patient_not_found'])
    const child = await addChild(session, 'leyla')
    for (const id of [child, await addAdult(session, 'leyla')])
      expect(await refusal(erase(session, 'nigar', id))).toEqual(['P0001', 'patient_has_guardians'])
    // The guardian's right ends at 18, so the grown-up can ask reception.
    await turnAdult(session, child)
    await erase(session, 'nigar', child)
  })
})
