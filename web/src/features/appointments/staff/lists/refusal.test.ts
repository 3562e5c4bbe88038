import { expect, test } from 'vitest'
import { AppError } from '../../../../lib/errors.ts'
import { patientName } from '../patient-name.ts'
import { isAnswered, refusalOf } from './refusal.ts'

test('distinguishes an appointment that a colleague answered first from an answer at the wrong time', () => {
  const [answered, untimely] = [new AppError('PGRST116'), new AppError('transition_not_allowed', { from: 'pending', to: 'confirmed' })]
  expect([isAnswered(answered), isAnswered(untimely)]).toEqual([true, false])
  expect(refusalOf(answered, 'confirmed').key).toBe('appointments.changed')
  expect(refusalOf(untimely, 'confirmed').key).toBe('staff.tooLate')
  expect(refusalOf(untimely, 'completed').key).toBe('staff.tooEarly')
  expect(refusalOf(new AppError('patient_is_waiting'), 'completed').key).toBe('staff.patientIsWaiting')
  expect(refusalOf(new AppError('unreachable'), 'cancelled').key).toBe('error.unreachable')
})

test('shows the patient’s name if it is known and may be shown, and otherwise a placeholder', () => {
  const patient = { first_name: 'Ada', last_name: 'Öykü', phone: null, email: null }
  const name = (appointment: Parameters<typeof patientName>[0]) => patientName(appointment, (key) => key)
  expect(name({ patient, erased_at: null })).toBe('Ada Öykü')
  expect(name({ patient: { ...patient, first_name: null }, erased_at: null })).toBe('Öykü')
  expect(name({ patient: { ...patient, first_name: null, last_name: '' }, erased_at: null })).toBe('staff.unnamed')
  expect(name({ patient: null, erased_at: null })).toBe('staff.hidden')
  expect(name({ patient: { ...patient, first_name: 'deleted', last_name: 'user' }, erased_at: '2026-01-01T00:00:00Z' })).toBe(
    'staff.erased',
  )
})
