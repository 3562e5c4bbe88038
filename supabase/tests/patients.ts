// Adds patients without an account as the site does.
import { idOf, type Session, superuser } from './clinic.ts'

const VERSION = '2026-11-18'
/** The date that many years before today, plus `days`. */
export const born = (years: number, days = 0) => {
  const date = new Date()
  date.setUTCFullYear(date.getUTCFullYear() - years)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
const bornIn = (years: number) => new Date().getUTCFullYear() - years

export const CHILD = {
  first_name: 'Can',
  last_name: 'Test',
  date_of_birth: born(4, -30),
  gender: 'erkek',
  medical_history: 'Astım',
  health_consent: '2026-11-16',
}
export const ADULT = { first_name: 'Zeynep', last_name: 'Test', phone: '+994 50 111 11 11', birth_year: bornIn(70) }
export const CALLER = { first_name: 'Arayan', last_name: 'Test', phone: '+994 50 222 22 22' }

const addPatient = async (
  db: Session,
  guardian: string,
  patient: object,
  relationship: string | null,
  authority: string,
  version = VERSION,
) => {
  const [added] = await db.as(guardian, ({ query }) =>
    query<{ id: string }>('select create_patient($1, $2, $3, $4) as id', [patient, relationship, authority, version]),
  )
  if (!added) throw new Error('nobody was added')
  return added.id
}
export const addChild = (db: Session, guardian: string, patient: object = {}) =>
  addPatient(db, guardian, { ...CHILD, ...patient }, 'child', 'parental')
export const addAdult = (db: Session, guardian: string, patient: object = {}) =>
  addPatient(db, guardian, { ...ADULT, ...patient }, 'parent', 'asked')
export const declare = addPatient

export const addCaller = async (db: Session, admin = 'nigar', patient: object = {}) => {
  const [added] = await db.as(admin, ({ query }) =>
    query<{ id: string }>('select create_patient_by_staff($1) as id', [{ ...CALLER, ...patient }]),
  )
  if (!added) throw new Error('nobody was added')
  return added.id
}

/** Inserts a second guardian directly. */
export const addGuardian = (db: Session, patient: string, guardian: string, { authority = 'parental', relationship = 'child' } = {}) =>
  db.as(superuser, ({ query }) =>
    query('insert into guardians (patient_id, guardian_id, relationship, authority, declaration_version) values ($1, $2, $3, $4, $5)', [
      patient,
      idOf(guardian),
      relationship,
      authority,
      VERSION,
    ]),
  )

/** The patients that the person may act for, excluding themselves. */
export const peopleOf = async (db: Session, person: string) =>
  (
    await db.as(superuser, async ({ query }) => {
      await query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: idOf(person), role: 'authenticated' })])
      return query<{ id: string }>('select unnest(private.my_people()) as id')
    })
  )
    .map(({ id }) => id)
    .filter((id) => id !== idOf(person))

/** Lets the patient turn 18 at midnight `days` days from today, in their own zone. */
export const turnAdult = (db: Session, patient: string, days = 0) =>
  db.as(superuser, ({ query }) =>
    query(
      "update profiles set date_of_birth = ((now() at time zone timezone)::date + $2::integer - interval '18 years')::date where user_id = $1",
      [patient, days],
    ),
  )

/** Adds an appointment of a patient without an account, relative to now. */
export async function arrangeFor(
  db: Session,
  patient: string,
  doctor: string,
  { startsIn = '3 days', status = 'confirmed' }: { startsIn?: string; status?: string } = {},
) {
  const [appointment] = await db.as(superuser, ({ query }) =>
    query<{ id: string }>(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status)
       select $1, d.id, wall::date, to_char(wall, 'HH24:MI'), 'Baş ağrısı', $3::appointment_status
       from doctors d, lateral (select (now() + $4::interval) at time zone d.timezone as wall) as w
       where d.id = $2 returning id`,
      [patient, doctor, status, startsIn],
    ),
  )
  if (!appointment) throw new Error('nothing was arranged')
  return appointment.id
}
