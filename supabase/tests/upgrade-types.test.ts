// Upgrades a clinic from before appointment types: appointments, holds and free times are unchanged.
import { expect, test } from 'vitest'
import { databaseAt, migrationsOf, upgrade } from '../../server/testing/upgrade.ts'
import { addStaff, arrange, book, IN_A_WEEK, superuser } from './clinic.ts'
import { addCaller, addChild } from './patients.ts'

const FIRST = '20261121010000'

test('existing appointments have no type, fee or payments, and the free times are unchanged', { timeout: 60_000 }, async () => {
  const before = migrationsOf('product').findLast(({ version }) => version < FIRST)
  if (!before) throw new Error('there is no earlier release')
  const db = await databaseAt('product', before.version)
  try {
    const clinic = await addStaff(db)
    const CONTENTS = 'select id, user_id, starts_at, ends_at, session_duration, status, patient_complaint from appointments order by id'
    const SLOTS = `select s.* from get_available_slots($1, ${IN_A_WEEK}) s`
    // Commits the rows, so that the upgrade finds them.
    const ids = await db.keep('leyla', async ({ query }) => {
      await query(
        `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint) values (auth.uid(), $1, ${IN_A_WEEK}, '10:00', 'Baş ağrısı')`,
        [clinic.aylin],
      )
      await query(`select hold_slot($1, ${IN_A_WEEK}, '12:00')`, [clinic.aylin])
      return query('select id from appointments')
    })
    const contents = await db.as(superuser, ({ query }) => query(CONTENTS))
    const slots = await db.as('murat', ({ query }) => query(SLOTS, [clinic.aylin]))
    expect([ids.length, contents.length]).toEqual([1, 1])
    expect(slots.length).toBeGreaterThan(10)
    await upgrade(db, 'product')
    expect(await db.as(superuser, ({ query }) => query(CONTENTS))).toEqual(contents)
    expect(await db.as('murat', ({ query }) => query(SLOTS, [clinic.aylin]))).toEqual(slots)
    expect(
      await db.as(superuser, ({ query }) =>
        query(
          'select type_id, type_name, fee_minor, fee_currency, fee_agreed_at, payment_state, paid_minor::int as paid from appointments',
        ),
      ),
    ).toEqual([{ type_id: null, type_name: null, fee_minor: null, fee_currency: null, fee_agreed_at: null, payment_state: null, paid: 0 }])
    await db.as(superuser, async (session) => {
      await book(session, 'murat', clinic.rauf)
      await arrange(session, 'murat', clinic.aylin, { startsIn: '40 days' })
      await addChild(session, 'murat')
      await addCaller(session)
    })
  } finally {
    await db.drop()
  }
})
