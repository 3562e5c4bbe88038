// Upgrades a clinic of version 1.0.0 through every later migration. Add your own cases with `upgradedDatabase`.
import { expect, test } from 'vitest'
import { emailOf, idOf, type Session, superuser } from './clinic.ts'
import { upgradedDatabase } from './first-release.ts'

const PEOPLE = ['nigar', 'aylin', 'leyla', 'murat']
const COUNTED = [
  'auth.users',
  'public.profiles',
  'public.user_roles',
  'public.doctors',
  'public.doctor_contacts',
  'public.doctor_availability',
  'public.doctor_leave',
  'public.appointments',
  'public.appointment_files',
  'public.contact_messages',
  'private.mail_outbox',
]

async function fillSmallClinic({ query }: Session) {
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
          phone: '+994 50 000 00 00',
          date_of_birth: '1980-05-17',
          gender: 'Kadın',
          medical_history: `history of ${name}`,
          timezone: 'Asia/Baku',
          language: 'az',
        }),
      ],
    )
  }
  await query("insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor')", [idOf('nigar'), idOf('aylin')])
  await query("insert into doctors (id, user_id, first_name, last_name, timezone) values ($1, $2, 'Aylin', 'Kaya', 'Asia/Baku')", [
    idOf('doctor aylin'),
    idOf('aylin'),
  ])
  await query("insert into doctor_contacts (doctor_id, email) values ($1, 'kaya@example.test')", [idOf('doctor aylin')])
  await query(
    "insert into doctor_availability (doctor_id, day_of_week, start_time, end_time) select $1, day, '09:00', '17:00' from generate_series(0, 6) as day",
    [idOf('doctor aylin')],
  )
  await query("insert into doctor_leave (doctor_id, leave_date, reason) values ($1, current_date + 40, 'holiday')", [idOf('doctor aylin')])
  // Past and future appointments in every status.
  await query(
    `insert into appointments (id, user_id, doctor_id, appointment_date, appointment_time, patient_complaint, notes, status)
     select md5('appointment ' || status || days)::uuid, case when days < 0 then $1 else $2 end::uuid, $3, current_date + days,
            '1' || place || ':00', 'Baş ağrısı', 'note', status::appointment_status
     from unnest(array['pending', 'confirmed', 'completed', 'cancelled']) with ordinality as s (status, place), unnest(array[-20, 20]) as days`,
    [idOf('leyla'), idOf('murat'), idOf('doctor aylin')],
  )
  await query(
    `insert into storage.objects (bucket_id, name, owner_id, metadata)
     select 'appointment-files', a.id || '/1-report.pdf', a.user_id, '{"size": 1000, "mimetype": "application/pdf"}'
     from appointments a where a.status in ('confirmed', 'completed')`,
  )
  await query(
    `insert into appointment_files (appointment_id, file_name, file_path, file_size, file_type, uploaded_by)
     select a.id, 'report.pdf', a.id || '/1-report.pdf', 1000, 'application/pdf', a.user_id from appointments a where a.status in ('confirmed', 'completed')`,
  )
  await query("insert into contact_messages (name, email, message, language) values ('Kamran', 'kamran@example.test', 'Salam', 'az')")
}

async function countRows({ query }: Session) {
  const counts: Record<string, number> = {}
  for (const table of COUNTED) {
    const [row] = await query<{ n: number }>(`select count(*)::integer as n from ${table}`)
    counts[table] = row?.n ?? -1
  }
  return counts
}

const CONTENTS = `
  select p.user_id, p.first_name, p.last_name, p.phone, p.email, p.date_of_birth::text, p.gender, p.medical_history, p.timezone, p.language,
         (select jsonb_agg(jsonb_build_object('at', a.starts_at, 'until', a.ends_at, 'complaint', a.patient_complaint, 'note', a.notes, 'status', a.status) order by a.id)
          from appointments a where a.user_id = p.user_id) as appointments
  from profiles p order by p.first_name`

test('later migrations change no data of a small clinic with rows in every table', async () => {
  let countsBefore: Record<string, number> = {}
  let contentsBefore: unknown[] = []
  const db = await upgradedDatabase(async (session) => {
    await fillSmallClinic(session)
    countsBefore = await countRows(session)
    contentsBefore = await session.query(CONTENTS)
  })
  try {
    expect(countsBefore).toMatchObject({ 'public.profiles': 4, 'public.appointments': 8, 'public.appointment_files': 4 })
    expect(await db.as(superuser, countRows)).toEqual(countsBefore)
    expect(await db.as(superuser, ({ query }) => query(CONTENTS))).toEqual(contentsBefore)
  } finally {
    await db.drop()
  }
})
