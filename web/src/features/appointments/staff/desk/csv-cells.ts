// The columns of the exported list: those that the list shows, without complaints and notes.

import { plainNameOf } from '../../../../domain/appointment-types.ts'
import { reasonText } from '../../../../domain/ending.tsx'
import { type Guardian, guardianName, isPhoneOnly } from '../../../../domain/guardians.ts'
import { type Status, statusText } from '../../../../domain/status-badge.tsx'
import type { TextKey, Values } from '../../../../lib/i18n.tsx'
import type { Language } from '../../../../lib/languages.ts'
import { typedAmount } from '../../../../lib/money.ts'
import { clockIn, isoDay } from '../../../../lib/time/zones.ts'
import { feeState } from '../offers/offer-state.ts'
import { patientName } from '../patient-name.ts'
import type { Cursor } from '../queries.ts'

export interface ExportedRow extends Cursor {
  appointment_date: string
  appointment_time: string
  timezone: string
  session_duration: number
  status: Status
  did_not_come: boolean
  doctor_first_name: string
  doctor_last_name: string
  patient_first_name: string | null
  patient_last_name: string | null
  patient_phone: string | null
  patient_email: string | null
  patient_has_account: boolean | null
  patient_guardians: Guardian[] | null
  cancellation_reason: string | null
  previous_starts_at: string | null
  created_at: string
  erased_at: string | null
  /** The names by language. */
  type_name: unknown
  fee_minor: number | null
  fee_currency: string | null
  fee_agreed_at: string | null
  payment_state: string | null
}

export type Translate = (key: TextKey, values?: Values) => string

export const TITLES: TextKey[] = [
  'csv.date',
  'csv.time',
  'csv.zone',
  'csv.duration',
  'csv.status',
  'csv.didNotCome',
  'csv.doctor',
  'csv.patient',
  'csv.phone',
  'csv.email',
  'csv.guardian',
  'csv.reason',
  'csv.previous',
  'csv.created',
  'csv.type',
  'csv.fee',
  'csv.currency',
  'csv.payment',
]

export function cellsOf(row: ExportedRow, t: Translate, language: Language) {
  const { patient_first_name: first_name, patient_last_name: last_name, patient_phone: phone, patient_email: email, timezone } = row
  const isNamed = [first_name, last_name, phone, email].some((each) => each !== null)
  // `feeState` only checks whether there is a type, so any value will do.
  const payment = feeState({ ...row, type_id: row.type_name === null ? null : row.id })
  const moment = (instant: string) => `${isoDay(instant, timezone)} ${clockIn(instant, timezone)}`
  return [
    row.appointment_date,
    row.appointment_time,
    timezone,
    row.session_duration,
    t(statusText(row.status)),
    row.did_not_come ? t('csv.yes') : '',
    t('doctor.name', { first: row.doctor_first_name, last: row.doctor_last_name }),
    patientName({ patient: isNamed ? { first_name, last_name } : null, erased_at: row.erased_at }, t),
    phone,
    isPhoneOnly({ has_account: row.patient_has_account, guardians: row.patient_guardians }) ? t('staff.phoneOnly') : email,
    (row.patient_guardians ?? []).map((each) => [guardianName(each, t), each.phone].filter(Boolean).join(' ')).join(' / '),
    row.cancellation_reason && reasonText(row.cancellation_reason, t),
    row.previous_starts_at && moment(row.previous_starts_at),
    moment(row.created_at),
    plainNameOf({ names: row.type_name }, language),
    // Without the currency, so that spreadsheets can add up the column.
    row.fee_minor === null ? '' : typedAmount(row.fee_minor),
    row.fee_currency,
    payment && t(payment.text),
  ]
}
