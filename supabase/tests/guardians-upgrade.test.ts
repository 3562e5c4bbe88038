// Upgrades a clinic from before patients without an account: all data stays, and users can then add patients and hand over records.
import { expect, test } from 'vitest'
import { accept, invited } from './claims.ts'
import { emailOf, idOf, superuser } from './clinic.ts'
import { upgradedDatabase } from './first-release.ts'
import { addAdult, addChild, arrangeFor, peopleOf } from './patients.ts'

const PEOPLE = ['nigar', 'aylin', 'leyla', 'murat']

test('existing people, consents and appointments are unchanged, and users can use the new functions', async () => {
  const doctor = idOf('doctor aylin')
  const db = await upgradedDatabase(async ({ query }) => {
    for (const name of PEOPLE) {
      await query(
        `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
         values ($1, 'authenticated', 'authenticated', $2, 'x', now(), $3)`,
        [
          idOf(name),
          emailOf(name),
          JSON.stringify({
            first_name: name,
            last_name: 'Test',
            language: 'az',
            timezone: 'Asia/Baku',
            health_consent: '2026-11-16',
            gender: 'Kadın',
          }),
        ],
      )
    }
    await query("insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor')", [idOf('nigar'), idOf('aylin')])
    await query("insert into doctors (id, user_id, first_name, last_name, timezone) values ($1, $2, 'Aylin', 'Kaya', 'Asia/Baku')", [
      doctor,
      idOf('aylin'),
    ])
    await query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       values ($1, $2, current_date + 20, '10:00', 'Baş ağrısı', 'confirmed')`,
      [idOf('murat'), doctor],
    )
    await query('update consents set withdrawn_at = now() where user_id = $1', [idOf('murat')])
  })
  try {
    const rows = await db.as(superuser, ({ query }) =>
      query('select user_id, has_account, account_id, birth_year, gender, email from only private.profiles order by email'),
    )
    expect(rows).toEqual(
      PEOPLE.toSorted().map((name) => ({
        user_id: idOf(name),
        has_account: true,
        account_id: idOf(name),
        birth_year: null,
        gender: name === 'murat' ? null : 'kadın',
        email: emailOf(name),
      })),
    )
    expect(await db.as(superuser, ({ query }) => query('select count(*)::integer as n from consents where withdrawn_at is null'))).toEqual([
      { n: 3 },
    ])
    expect(await db.as('murat', ({ query }) => query('select user_id, booked_by from appointments'))).toEqual([
      { user_id: idOf('murat'), booked_by: null },
    ])
    await db.as(superuser, async (session) => {
      const child = await addChild(session, 'leyla')
      const adult = await addAdult(session, 'leyla')
      await arrangeFor(session, adult, doctor)
      expect((await peopleOf(session, 'leyla')).toSorted()).toEqual([child, adult].toSorted())
      await accept(session, 'murat', await invited(session, 'leyla', adult, 'murat'))
      expect(await session.as('murat', ({ query }) => query('select user_id from appointments'))).toHaveLength(2)
      expect(await peopleOf(session, 'leyla')).toEqual([child])
    })
  } finally {
    await db.drop()
  }
})
