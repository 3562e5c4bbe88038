import { expect, test } from 'vitest'
import { checkedBy } from '../../../lib/form.ts'
import { daysOf, hasOneTime, hoursOf, leaveInput, sortLeaves, touches } from './leave.ts'

const day = (leave_date: string, start_time: string | null = null, end_time: string | null = null) => ({ leave_date, start_time, end_time })
// 10:00 to 10:30 in Istanbul, 11:00 to 11:30 in Baku.
const visit = { starts_at: '2027-01-20T07:00:00Z', ends_at: '2027-01-20T07:30:00Z' }

test('a whole day overlaps the appointments of that day in the doctor’s zone', () => {
  expect(touches(day('2027-01-20'), visit, 'Europe/Istanbul')).toBe(true)
  expect(touches(day('2027-01-21'), visit, 'Europe/Istanbul')).toBe(false)
  const late = { starts_at: '2027-01-20T20:30:00Z', ends_at: '2027-01-20T21:00:00Z' }
  expect([touches(day('2027-01-20'), late, 'Europe/Istanbul'), touches(day('2027-01-21'), late, 'Europe/Istanbul')]).toEqual([true, false])
  expect([touches(day('2027-01-20'), late, 'Asia/Baku'), touches(day('2027-01-21'), late, 'Asia/Baku')]).toEqual([false, true])
})

test('a leave of some hours overlaps appointments to the minute', () => {
  const during = (start: string, end: string) => touches(day('2027-01-20', start, end), visit, 'Europe/Istanbul')
  expect([during('09:00', '10:00'), during('09:00', '10:01'), during('10:29', '11:00'), during('10:30', '11:00')]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([during('10:15', '00:00'), during('10:30', '00:00')]).toEqual([true, false])
})

test('a leave with only one time is the whole day', () => {
  const half = day('2027-01-20', '15:00:00')
  expect([hasOneTime(half), hoursOf(half), touches(half, visit, 'Europe/Istanbul')]).toEqual([true, undefined, true])
  expect([hasOneTime(day('2027-01-20')), hasOneTime(day('2027-01-20', '09:00', '10:00'))]).toEqual([false, false])
})

test('future leaves are sorted by the next one, and past leaves by the latest', () => {
  const [old, older, today, morning, later] = [
    day('2027-01-10'),
    day('2026-12-01'),
    day('2027-01-20', '15:00', '16:00'),
    day('2027-01-20', '09:00', '10:00'),
    day('2027-02-01'),
  ]
  expect(sortLeaves([old, later, today, older, morning], () => '2027-01-20')).toEqual({
    coming: [morning, today, later],
    past: [old, older],
  })
})

test('a leave needs a doctor, a day that is not past, and times in order unless the end is midnight', () => {
  const check = checkedBy(leaveInput(() => '2027-01-20'))
  const values = {
    doctor_id: 'd',
    leave_date: '2027-01-20',
    last_date: '',
    is_weekly: false,
    start_time: '',
    end_time: '',
    reason: ' Kongre ',
  }
  const faults = (change: object) =>
    Object.entries(check({ ...values, ...change }).errors).map(([field, fault]) => `${field}: ${(fault as { message: string }).message}`)
  expect(check(values).values).toMatchObject({ reason: 'Kongre' })
  expect(faults({ doctor_id: '' })).toEqual(['doctor_id: leave.doctorMissing'])
  expect(faults({ leave_date: '' })).toEqual(['leave_date: leave.dateMissing'])
  expect(faults({ leave_date: '2027-01-19' })).toEqual(['leave_date: leave.datePast'])
  expect(faults({ start_time: '12:00', end_time: '12:00' })).toEqual(['end_time: leave.timesWrong'])
  expect(faults({ start_time: '12:00', end_time: '00:00' })).toEqual([])
  expect(faults({ start_time: '12:00' })).toEqual([])
  expect(faults({ last_date: '2027-01-19' })).toEqual(['last_date: leave.lastWrong'])
  expect(faults({ last_date: '2028-01-21' })).toEqual(['last_date: leave.lastWrong'])
  expect(faults({ last_date: '2028-01-20' })).toEqual([])
  expect(faults({ reason: 'x'.repeat(501) })).toEqual(['reason: leave.reasonTooLong'])
})

test('time off over several days becomes a leave per day, or per chosen weekday', () => {
  const span = { leave_date: '2027-01-20', last_date: '2027-02-03', start_time: null, end_time: null, isWeekly: false }
  expect(daysOf(span)).toHaveLength(15)
  expect(daysOf({ ...span, isWeekly: true }).map(({ leave_date }) => leave_date)).toEqual(['2027-01-20', '2027-01-27', '2027-02-03'])
  expect(daysOf({ ...span, last_date: null })).toHaveLength(1)
})
