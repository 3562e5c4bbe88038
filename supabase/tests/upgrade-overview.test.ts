// Upgrades a clinic from before the overview, company settings and announcements: its data stays, and past answers get their times.
import { expect, test } from 'vitest'
import { databaseAt, migrationsOf, upgrade } from '../../server/testing/upgrade.ts'
import { addStaff, IN_A_WEEK, idOf, superuser } from './clinic.ts'

const FIRST = '20261123010000'

test('past answers get their time from the log, and everybody can read the default company settings', { timeout: 60_000 }, async () => {
  const before = migrationsOf('product').findLast(({ version }) => version < FIRST)
  if (!before) throw new Error('there is no earlier release')
  const db = await databaseAt('product', before.version)
  try {
    const clinic = await addStaff(db)
    await db.keep('leyla', ({ query }) =>
      query(
        `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint)
         select auth.uid(), $1, ${IN_A_WEEK}, clock, 'Baş ağrısı' from unnest(array['10:00', '11:00', '12:00']) as clock`,
        [clinic.aylin],
      ),
    )
    await db.keep('aylin', ({ query }) =>
      query(
        "update appointments set status = case appointment_time when '10:00' then 'confirmed' else 'cancelled' end::appointment_status where appointment_time in ('10:00', '11:00')",
      ),
    )
    const CONTENTS = 'select id, user_id, starts_at, status, updated_at, reschedule_count from appointments order by id'
    const contents = await db.as(superuser, ({ query }) => query(CONTENTS))
    const mails = await db.as(superuser, ({ query }) => query('select id, state from private.mail_outbox order by id'))
    await upgrade(db, 'product')
    expect(await db.as(superuser, ({ query }) => query(CONTENTS))).toEqual(contents)
    // Filling in past times causes no mails.
    expect(await db.as(superuser, ({ query }) => query('select id, state from private.mail_outbox order by id'))).toEqual(mails)
    const answered = `select appointment_time as clock, answered_at is not null as answered,
        answered_at = (select l.at from audit_log l where l.subject = 'appointment:' || a.id and l.details ->> 'from' = 'pending') as as_logged
      from appointments a order by 1`
    expect(await db.as(superuser, ({ query }) => query(answered))).toEqual([
      { clock: '10:00', answered: true, as_logged: true },
      { clock: '11:00', answered: true, as_logged: true },
      { clock: '12:00', answered: false, as_logged: null },
    ])
    expect(await db.as('leyla', ({ query }) => query('select brand, version from company_settings'))).toEqual([{ brand: null, version: 1 }])
    await db.as(superuser, async (session) => {
      await session.as('nigar', ({ query }) => query("select announce_legal_document('privacy', '2026-11-18')"))
      const told = 'select count(*)::int as mails from private.mail_outbox where user_id = $1 and kind = $2'
      expect(await session.query(told, [idOf('leyla'), 'account_legal_changed'])).toEqual([{ mails: 1 }])
    })
  } finally {
    await db.drop()
  }
})
