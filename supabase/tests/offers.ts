// Adds and books types of appointments as the site does.
import { IN_A_WEEK, idOf, type Person, type Session, superuser } from './clinic.ts'

export interface AppointmentType {
  id: string
  doctor_id: string
  names: Record<string, string>
  minutes: number
  fee_minor: number | null
  currency: string
  who: string
  position: number
  active: boolean
}

export const FIRST_VISIT = { names: { tr: 'İlk görüşme', en: 'First appointment' }, minutes: 30, fee_minor: 12_000, currency: 'AZN' }
export const CHECK_UP = { names: { en: 'Check-up' }, minutes: 15, fee_minor: 5000, currency: 'AZN', position: 10 }
export const ON_REQUEST = { names: { en: 'Second opinion' }, minutes: 60, fee_minor: null, position: 20 }

/** Adds a type as the given person, by default as the superuser. */
export async function addType(db: Session, doctor: string, type: object = FIRST_VISIT, by: Person = superuser) {
  const given: Record<string, unknown> = { ...FIRST_VISIT, ...type, doctor_id: doctor }
  const columns = Object.keys(given)
  const [added] = await db.as(by, ({ query }) =>
    query<AppointmentType>(
      `insert into appointment_types (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
      Object.values(given),
    ),
  )
  if (!added) throw new Error('no type was added')
  return added
}

export const changeType = (db: Session, id: string, change: Record<string, unknown>, by: Person = superuser) =>
  db.as(by, ({ query }) =>
    query<AppointmentType>(
      `update appointment_types set ${Object.keys(change)
        .map((column, n) => `${column} = $${n + 2}`)
        .join(', ')} where id = $1 returning *`,
      [id, ...Object.values(change)],
    ),
  )

export interface TypedAppointment {
  id: string
  status: string
  type_id: string | null
  type_name: Record<string, string> | null
  fee_minor: number | null
  fee_currency: string | null
  fee_agreed_at: Date | null
  fee_text_version: string | null
  fee_language: string | null
  session_duration: number
  appointment_time: string
}

interface Wish {
  time?: string
  patient?: string
  date?: string
  /** The columns that a form fills in besides the time. */
  seen?: Record<string, unknown>
}

/** Inserts an appointment with the type and the fee as shown, as the form does. */
export async function bookType(
  db: Session,
  person: string,
  doctor: string,
  { time = '10:00', patient = idOf(person), date = IN_A_WEEK, seen = {} }: Wish = {},
) {
  const columns = Object.keys(seen)
  const [booked] = await db.as(person, ({ query }) =>
    query<TypedAppointment>(
      `insert into appointments (${['user_id', 'doctor_id', 'appointment_date', 'appointment_time', 'patient_complaint', ...columns].join(', ')})
       values (${['$1', '$2', date, '$3', "'Baş ağrısı'", ...columns.map((_, n) => `$${n + 4}`)].join(', ')}) returning *`,
      [patient, doctor, time, ...Object.values(seen)],
    ),
  )
  if (!booked) throw new Error('nothing was booked')
  return booked
}

export const asSeen = ({ id, fee_minor, currency }: AppointmentType) => ({
  type_id: id,
  ...(fee_minor !== null && { fee_minor, fee_currency: currency }),
})

export const appointmentOf = async (db: Session, id: string) => {
  const [found] = await db.as(superuser, ({ query }) => query<TypedAppointment>('select * from appointments where id = $1', [id]))
  if (!found) throw new Error('there is no such appointment')
  return found
}

/** The name of a refusal and the facts in its detail. */
export async function refusalWithFacts(attempt: Promise<unknown>) {
  try {
    await attempt
  } catch (error) {
    const { message, detail } = error as { message: string; detail?: string }
    return [message, detail ? (JSON.parse(detail) as unknown) : undefined]
  }
  return 'was allowed'
}
