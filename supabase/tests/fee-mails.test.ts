// The mail about an entered fee, which asks the patient to agree.
import { beforeEach, describe, expect, test } from 'vitest'
import { emailOf, idOf, type Session, serviceRole, superuser, useClinic } from './clinic.ts'
import { addType, bookType, ON_REQUEST } from './offers.ts'
import { addCaller, addChild, addGuardian, arrangeFor } from './patients.ts'

const db = useClinic()
beforeEach(() => db.keep(superuser, ({ query }) => query('delete from private.rate_counters')))
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const setFee = (session: Session, id: string, minor: number) =>
  session.as('aylin', ({ query }) => query("select set_appointment_fee($1, $2, 'AZN')", [id, minor]))
const agree = (session: Session, id: string, minor: number) =>
  session.as('leyla', ({ query }) => query("select agree_to_fee($1, $2, 'AZN')", [id, minor]))
const feeMails = (session: Session) =>
  session.query<{ recipient: string; state: string; to: string | null }>(
    "select recipient, state, payload ->> 'to' as to from private.mail_outbox where kind = 'appointment_fee_set' order by created_at, state, recipient",
  )
const due = async (session: Session) =>
  (await session.as(serviceRole, ({ query }) => query<{ id: string; kind: string }>('select id, kind from claim_due_mails(100)'))).filter(
    ({ kind }) => kind === 'appointment_fee_set',
  )
const booked = async (session: Session) =>
  (await bookType(session, 'leyla', db.aylin, { seen: { type_id: (await addType(session, db.aylin, ON_REQUEST)).id } })).id

describe('after a fee was entered', () => {
  test('the patient gets a mail, and the doctor does not', async () => {
    await inTest(async (session) => {
      await setFee(session, await booked(session), 9000)
      expect(await feeMails(session)).toEqual([{ recipient: emailOf('leyla'), state: 'waiting', to: 'patient' }])
      expect(await due(session)).toHaveLength(1)
    })
  })

  test('both guardians of a child get a mail, and nobody gets one about a patient with only a phone number', async () => {
    await inTest(async (session) => {
      const child = await addChild(session, 'leyla')
      await addGuardian(session, child, 'murat')
      await setFee(session, await arrangeFor(session, child, db.aylin), 9000)
      expect(new Set((await feeMails(session)).map(({ to }) => to))).toEqual(
        new Set([`guardian:${idOf('leyla')}`, `guardian:${idOf('murat')}`]),
      )
      await setFee(session, await arrangeFor(session, await addCaller(session), db.aylin, { startsIn: '5 days' }), 9000)
      expect(await feeMails(session)).toHaveLength(2)
    })
  })

  test('a changed fee replaces a waiting mail, and causes a new mail after a sent one', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      await setFee(session, id, 9000)
      await setFee(session, id, 9500)
      expect(new Set((await feeMails(session)).map(({ state }) => state))).toEqual(new Set(['failed', 'waiting']))
      const [mail] = await due(session)
      await session.as(serviceRole, ({ query }) => query('select finish_mail($1)', [mail?.id]))
      await setFee(session, id, 9900)
      expect(await due(session)).toHaveLength(1)
    })
  })

  test('no mail is sent once the patient has agreed or the appointment is cancelled', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      await setFee(session, id, 9000)
      await agree(session, id, 9000)
      expect(await due(session)).toHaveLength(0)
      expect((await feeMails(session)).map(({ state }) => state)).toEqual(['failed'])
    })
    await inTest(async (session) => {
      const id = await booked(session)
      await setFee(session, id, 9000)
      await session.as('leyla', ({ query }) => query("update appointments set status = 'cancelled' where id = $1", [id]))
      expect(await due(session)).toHaveLength(0)
    })
  })

  test('an admin can resend the mail only until the patient agrees', async () => {
    await inTest(async (session) => {
      const id = await booked(session)
      await setFee(session, id, 9000)
      const [mail] = await due(session)
      await session.as(serviceRole, ({ query }) => query('select finish_mail($1)', [mail?.id]))
      const resendable = async () =>
        (await session.as('nigar', ({ query }) => query("select can_resend from list_mails(null, 'appointment_fee_set')")))[0]
      expect(await resendable()).toEqual({ can_resend: true })
      await agree(session, id, 9000)
      expect(await resendable()).toEqual({ can_resend: false })
    })
  })
})

test('a fee of zero and a move cause no mail, and an appointment causes at most ten', async () => {
  await inTest(async (session) => {
    const id = await booked(session)
    await setFee(session, id, 0)
    expect(await feeMails(session)).toEqual([])
    for (let minor = 1; minor <= 15; minor++) await setFee(session, id, minor)
    expect(await feeMails(session)).toHaveLength(10)
    await session.as('aylin', ({ query }) =>
      query("select reschedule_appointment(id, appointment_date, '14:00') from appointments where id = $1", [id]),
    )
    expect(await feeMails(session)).toHaveLength(10)
  })
})
