// A small clinic for the tests: an admin, two doctors, two patients and a stranger, in a database of its own.
import { afterAll, beforeAll } from 'vitest'
import { emailOf, freshDatabase, idOf, type Session, superuser, type TestDatabase } from '../../server/testing/database.ts'

export { anonymous, emailOf, idOf, type Person, type Session, serviceRole, superuser } from '../../server/testing/database.ts'

const PEOPLE = ['nigar', 'aylin', 'rauf', 'leyla', 'murat', 'mallory'] as const
/** nigar is the admin; aylin and rauf are doctors; leyla and murat are patients; mallory has only an account. */
export type Name = (typeof PEOPLE)[number]

export interface Clinic extends TestDatabase {
  aylin: string
  rauf: string
}

/** Both doctors work every day from 09:00 to 17:00, half an hour a session: aylin in Istanbul, rauf in Baku. */
export async function openClinic(): Promise<Clinic> {
  return addStaff(await freshDatabase('product'))
}

/** The clinic of this test file: opened before its first test and dropped after its last. Its fields are available in tests only. */
export const useClinic = () => openForThisFile(openClinic, (clinic) => clinic.drop())

/** The same for a database without people. */
export const useDatabase = () =>
  openForThisFile(
    () => freshDatabase('product'),
    (db) => db.drop(),
  )

/** Registers the hooks that open something once for a test file and close it at the end. */
export function openForThisFile<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  const opened = {} as T
  let isOpen = false
  beforeAll(async () => {
    Object.assign(opened, await open())
    isOpen = true
  })
  afterAll(async () => {
    if (isOpen) await close(opened)
  })
  return opened
}

/** Adds the same people to an existing database. */
export async function addStaff(db: TestDatabase): Promise<Clinic> {
  const [aylin, rauf] = [idOf('doctor aylin'), idOf('doctor rauf')]
  await db.keep(superuser, async ({ query }) => {
    for (const name of PEOPLE) await addPerson({ query }, name)
    await query(
      "insert into user_roles (user_id, role) values ($1, 'admin'), ($2, 'doctor'), ($3, 'doctor')",
      ['nigar', 'aylin', 'rauf'].map(idOf),
    )
    await query(
      `insert into doctors (id, user_id, first_name, last_name, specialization, timezone) values
         ($1, $2, 'Aylin', 'Kaya', 'Kardiyoloji', 'Europe/Istanbul'), ($3, $4, 'Rauf', 'Əliyev', 'Nöroloji', 'Asia/Baku')`,
      [aylin, idOf('aylin'), rauf, idOf('rauf')],
    )
    await query("insert into doctor_contacts (doctor_id, email, phone) values ($1, 'praxis.kaya@example.test', '+90 212 000 00 00')", [
      aylin,
    ])
    await query(
      `insert into doctor_availability (doctor_id, day_of_week, start_time, end_time)
       select doctor_id, day, '09:00', '17:00' from unnest($1::uuid[]) as doctor_id, generate_series(0, 6) as day`,
      [[aylin, rauf]],
    )
  })
  return { ...db, aylin, rauf }
}

export async function addPerson(
  { query }: Pick<Session, 'query'>,
  name: string,
  metadata: object = { first_name: name, last_name: 'Test', language: 'en' },
) {
  await query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, 'x', now(), $3)`,
    [idOf(name), emailOf(name), JSON.stringify(metadata)],
  )
}

/** Records that people opened a link mailed to their address, as the auth service does. The session must be the superuser's. */
export const proveAddress = ({ query }: Pick<Session, 'query'>, ...names: string[]) =>
  query(
    `insert into auth.identities (user_id, provider_id, provider, identity_data)
     select u.id, u.id, 'email', jsonb_build_object('email', u.email, 'email_verified', true) from auth.users u where u.id = any($1::uuid[])`,
    [names.map(idOf)],
  )

/** Gives the consent that a profile needs before it accepts health data. The session must be the superuser's. */
export const consentOf = ({ query }: Pick<Session, 'query'>, ...names: string[]) =>
  query(
    "insert into consents (user_id, kind, version, language) select unnest($1::uuid[]), 'health_data', '2026-11-16', 'tr' on conflict do nothing",
    [names.map(idOf)],
  )

export const IN_A_WEEK = "(now() at time zone 'Europe/Istanbul')::date + 7"

export interface Appointment {
  id: string
  status: string
  notes: string | null
  starts_at: Date
}

/** Books for the patient with their own rights, as the site does. */
export async function book(db: Session, patient: string, doctor: string, { time = '10:00', date = IN_A_WEEK } = {}) {
  const [appointment] = await db.as(patient, ({ query }) =>
    query<Appointment>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       values ($1, $2, ${date}, $3, 'Baş ağrısı', 'pending') returning *`,
      [idOf(patient), doctor, time],
    ),
  )
  if (!appointment) throw new Error('nothing was booked')
  return appointment
}

/** Inserts an appointment in any status, relative to now. Only the past and the near future need to bypass the schedule like this. */
export async function arrange(
  db: Session,
  patient: string,
  doctor: string,
  { startsIn, status = 'confirmed' }: { startsIn: string; status?: string },
) {
  const [appointment] = await db.as(superuser, ({ query }) =>
    query<Appointment>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select $1, d.id, wall::date, to_char(wall, 'HH24:MI'), 'Baş ağrısı', $3::appointment_status
       from doctors d, lateral (select (now() + $4::interval) at time zone d.timezone as wall) as w
       where d.id = $2 returning *`,
      [idOf(patient), doctor, status, startsIn],
    ),
  )
  if (!appointment) throw new Error('nothing was arranged')
  return appointment
}

export const setStatus = (db: Session, person: Parameters<Session['as']>[0], id: string, status: string) =>
  db.as(person, ({ query }) => query<Appointment>('update appointments set status = $2 where id = $1 returning *', [id, status]))

/** The error of a refused attempt: `[code, message or constraint]`. */
export async function refusal(attempt: Promise<unknown>) {
  try {
    await attempt
  } catch (error) {
    const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
    return [code, constraint ?? message]
  }
  return 'was allowed'
}
