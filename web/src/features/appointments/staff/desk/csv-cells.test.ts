import { expect, test } from 'vitest'
import { csvOf } from '../../../../lib/csv.ts'
import { cellsOf, type ExportedRow } from './csv-cells.ts'

const ROW: ExportedRow = {
  id: 'a',
  starts_at: '2026-11-16T08:00:00Z',
  appointment_date: '2026-11-16',
  appointment_time: '12:00',
  timezone: 'Asia/Baku',
  session_duration: 30,
  status: 'cancelled',
  did_not_come: false,
  doctor_first_name: 'Rauf',
  doctor_last_name: 'Əliyev',
  patient_first_name: '=HYPERLINK("http://evil")',
  patient_last_name: null,
  patient_phone: '+994501234567',
  patient_email: 'leyla@example.test',
  patient_has_account: true,
  patient_guardians: null,
  cancellation_reason: 'doctor_unavailable',
  previous_starts_at: '2026-11-15T21:30:00Z',
  created_at: '2026-11-01T05:00:00Z',
  erased_at: null,
  type_name: null,
  fee_minor: null,
  fee_currency: null,
  fee_agreed_at: null,
  payment_state: null,
}
const t = (key: string) => key

test('writes times in the doctor’s time zone and the reason in words, and escapes formulas', () => {
  expect(cellsOf(ROW, t, 'en')).toEqual([
    '2026-11-16',
    '12:00',
    'Asia/Baku',
    30,
    'status.cancelled',
    '',
    'doctor.name',
    '=HYPERLINK("http://evil")',
    '+994501234567',
    'leyla@example.test',
    '',
    'reason.doctor_unavailable',
    '2026-11-16 01:30',
    '2026-11-01 09:00',
    '',
    '',
    null,
    undefined,
  ])
  const [, line] = csvOf(['x'], [cellsOf(ROW, t, 'en')]).split('\r\n')
  expect(line).toContain(`"'=HYPERLINK(""http://evil"")"`)
  expect(line).toContain("'+994501234567")
})

test('replaces the name of a hidden or erased patient with a placeholder', () => {
  const hidden = { ...ROW, patient_first_name: null, patient_phone: null, patient_email: null }
  expect(cellsOf(hidden, t, 'en')[7]).toBe('staff.hidden')
  expect(cellsOf({ ...ROW, erased_at: '2026-11-02T00:00:00Z' }, t, 'en')[7]).toBe('staff.erased')
})

test('names the guardians of a patient without an account, or says that there is only a phone', () => {
  const guardian = {
    guardian_id: 'b',
    first_name: 'Leyla',
    last_name: 'Test',
    phone: '+90 1',
    relationship: 'child',
    authority: 'parental',
  }
  const child = { ...ROW, patient_email: null, patient_has_account: false, patient_guardians: [guardian, { ...guardian, phone: null }] }
  expect(cellsOf(child, t, 'en').slice(9, 11)).toEqual([null, 'Leyla Test +90 1 / Leyla Test'])
  expect(cellsOf({ ...child, patient_guardians: null }, t, 'en').slice(9, 11)).toEqual(['staff.phoneOnly', ''])
})

test('has separate columns for type, fee and payment', () => {
  const typed = {
    ...ROW,
    status: 'confirmed' as const,
    type_name: { tr: 'Kontrol' },
    fee_minor: 12_050,
    fee_currency: 'AZN',
    payment_state: 'paid',
  }
  expect(cellsOf(typed, t, 'en').slice(-4)).toEqual(['Kontrol (Türkçe)', '120.50', 'AZN', 'offer.paid'])
  const onRequest = { ...typed, fee_minor: null, fee_currency: null, payment_state: null }
  expect(cellsOf(onRequest, t, 'tr').slice(-4)).toEqual(['Kontrol', '', null, 'offer.feeMissing'])
})
