// Generates many doctors, patients and appointments, for queries whose duration must not depend on their number.
import type pg from 'pg'

const DOCTORS = 100
const A_DAY = 10

/** Adds two thousand patients and a hundred doctors, Doctor 1 to Doctor 100, who work on weekdays. */
export async function addPeople(db: pg.Client) {
  await db.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     select gen_random_uuid(), 'authenticated', 'authenticated', n || '@example.test', 'x', now(), '{"first_name": "Leyla", "last_name": "Test"}'
     from generate_series(1, 2000) as n`,
  )
  await db.query("insert into doctors (first_name, last_name) select 'Doctor', n::text from generate_series(1, $1::int) as n", [DOCTORS])
  await db.query(
    `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time)
     select d.id, day, w.start_time, w.end_time
     from doctors d, generate_series(0, 4) as day, (values ('09:00'::time, '12:30'::time), ('13:30', '17:00')) as w (start_time, end_time)
     where d.first_name = 'Doctor'`,
  )
  await db.query(
    `insert into doctor_leave (doctor_id, leave_date)
     select id, current_date + n * 7 from doctors, generate_series(0, 20) as n where first_name = 'Doctor'`,
  )
}

/** Fills the table up to `size` rows: every doctor has ten a day, from ten days ahead back into the past. */
export async function fillAppointments(db: pg.Client, size: number) {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from appointments where doctor_id in (select id from doctors where first_name = 'Doctor')",
  )
  // `replica` switches triggers off, which would take hours. Constraints and indexes still apply.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into appointments
       (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, starts_at, ends_at, timezone, session_duration, blocked)
     -- Patients take turns, so that nobody has two appointments at the same time.
     select p.ids[3 + n % 1990], d.ids[1 + n % $3::int], day, to_char(wall, 'HH24:MI'), 'x',
       (case when n % 11 = 0 then 'cancelled' when day < current_date then 'completed' when n % 3 = 0 then 'pending' else 'confirmed' end)::appointment_status,
       starts_at, starts_at + interval '30 minutes', 'Europe/Istanbul', 30, tstzrange(starts_at, starts_at + interval '40 minutes')
     from generate_series($1::int, $2::int - 1) as n,
       (select array_agg(id order by email) as ids from auth.users where email like '%@example.test') as p,
       (select array_agg(id order by last_name::int) as ids from doctors where first_name = 'Doctor') as d,
       lateral (select current_date + 10 - n / $3 / $4::int as day, n / $3 % $4 as visit) as v,
       lateral (select day + make_interval(mins => 540 + 45 * visit) as wall) as w,
       lateral (select wall at time zone 'Europe/Istanbul' as starts_at) as s`,
    [rows[0]?.count, size, DOCTORS, A_DAY],
  )
  await db.query('set session_replication_role = default')
  await db.query('vacuum analyze')
}

/**
 * Adds patients without an account, each with a guardian who is not among the first ten people. Two hundred of them share the appointments
 * of Doctor 1. Returns the id of one of these appointments.
 */
export async function addPeopleWithoutAccount(db: pg.Client, count: number) {
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into private.profiles (user_id, has_account, first_name, last_name, timezone, date_of_birth)
     select md5('record' || n)::uuid, false, 'Can', 'Test ' || n, 'Europe/Istanbul', current_date - 1500 from generate_series(1, $1::int) as n`,
    [count],
  )
  await db.query(
    `insert into private.profiles_without_health (user_id, has_account, first_name, last_name, timezone)
     select p.user_id, false, p.first_name, p.last_name, p.timezone from only private.profiles p where not p.has_account`,
  )
  await db.query(
    `insert into guardians (patient_id, guardian_id, relationship, authority, declaration_version)
     select md5('record' || n)::uuid, ids.all[11 + n % 1980], 'child', 'parental', '2026-11-18'
     from generate_series(1, $1::int) as n, (select array_agg(id order by email) as all from auth.users where email like '%@example.test') as ids`,
    [count],
  )
  await db.query(
    `update appointments a set user_id = md5('record' || 1 + o.place % 200)::uuid
     from (
       select a.id, row_number() over (order by a.starts_at) as place from appointments a join doctors d on d.id = a.doctor_id
       where d.last_name = '1'
     ) as o where o.id = a.id`,
  )
  await db.query('set session_replication_role = default')
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ id: string }>(
    `select a.id from appointments a join doctors d on d.id = a.doctor_id
     where d.last_name = '1' and a.status in ('confirmed', 'completed') order by a.starts_at desc limit 1`,
  )
  return rows[0]?.id ?? ''
}
