import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import {
  arrivalsIn,
  failureLine,
  inOrder,
  isOfferDue,
  type Known,
  linesOf,
  minutesWaited,
  nextCheckMs,
  type WaitingPatient,
  type WaitingStatus,
} from './status.ts'

const NOW = Date.parse('2026-11-16T10:00:00Z')
const minutesFromNow = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const status = (changes: Partial<WaitingStatus>): WaitingStatus => ({
  arrived_at: minutesFromNow(-1),
  starts_at: minutesFromNow(0),
  closes_at: minutesFromNow(30),
  call_started_at: null,
  doctor_is_here: false,
  doctor_is_busy: false,
  doctor_is_online: true,
  patients_ahead: 0,
  minutes_late: 0,
  answer: null,
  answered_at: null,
  asked_at: minutesFromNow(0),
  clockOffsetMs: 0,
  ...changes,
})
const patient = (id: string, changes: Partial<WaitingPatient> = {}): WaitingPatient => ({
  appointment_id: id,
  guardians: null,
  first_name: 'Ela',
  last_name: 'Öykü',
  arrived_at: minutesFromNow(0),
  starts_at: minutesFromNow(5),
  timezone: 'Europe/Istanbul',
  answer: null,
  answered_at: null,
  last_seen_at: minutesFromNow(0),
  asked_at: minutesFromNow(0),
  clockOffsetMs: 0,
  ...changes,
})

describe('the status lines of a waiting patient', () => {
  test.each<[string, Partial<WaitingStatus>, ReturnType<typeof linesOf>]>([
    ['before the start', { starts_at: minutesFromNow(4) }, [{ key: 'waiting.shown' }, { key: 'waiting.startsIn', count: 4 }]],
    ['at the start', {}, [{ key: 'waiting.shown' }]],
    ['late', { starts_at: minutesFromNow(-7), minutes_late: 7 }, [{ key: 'waiting.shown' }, { key: 'waiting.late', count: 7 }]],
    ['while the doctor has no page open', { doctor_is_online: false }, [{ key: 'waiting.away' }]],
    [
      'after the doctor was lost from a call that had begun',
      { starts_at: minutesFromNow(-20), call_started_at: minutesFromNow(-15) },
      [{ key: 'waiting.shown' }],
    ],
    [
      'busy, and in time',
      { starts_at: minutesFromNow(3), doctor_is_busy: true },
      [{ key: 'waiting.busy' }, { key: 'waiting.startsIn', count: 3 }],
    ],
    [
      'busy until after the start, and not alone',
      { starts_at: minutesFromNow(3), doctor_is_busy: true, minutes_late: 12, patients_ahead: 2 },
      [{ key: 'waiting.busy' }, { key: 'waiting.late', count: 12 }, { key: 'waiting.ahead', count: 2 }],
    ],
    ['called in', { answer: 'now', answered_at: minutesFromNow(0), doctor_is_busy: true, minutes_late: 3 }, [{ key: 'waiting.calledIn' }]],
    ['in five minutes', { answer: 'in_5_minutes', answered_at: minutesFromNow(0), minutes_late: 3 }, [{ key: 'waiting.soon', count: 5 }]],
    ['two minutes after that', { answer: 'in_5_minutes', answered_at: minutesFromNow(-2) }, [{ key: 'waiting.soon', count: 3 }]],
    ['six minutes after that', { answer: 'in_5_minutes', answered_at: minutesFromNow(-6) }, [{ key: 'waiting.anyMoment' }]],
    [
      'an answer that came to nothing',
      { answer: 'in_5_minutes', answered_at: minutesFromNow(-10), minutes_late: 12 },
      [{ key: 'waiting.shown' }, { key: 'waiting.late', count: 12 }],
    ],
  ])('match the situation: %s', (_, changes, lines) => {
    expect(linesOf(status(changes), NOW)).toEqual(lines)
  })

  test('keep counting between messages, by the server’s clock', () => {
    const late = status({ starts_at: minutesFromNow(-2), minutes_late: 2 })
    expect(linesOf(late, NOW + 5 * 60_000)).toContainEqual({ key: 'waiting.late', count: 7 })
    // Here the device's clock is an hour ahead.
    expect(linesOf({ ...late, clockOffsetMs: -3_600_000 }, NOW + 3_600_000)).toContainEqual({ key: 'waiting.late', count: 2 })
  })
})

test('reports a failed heartbeat in one line, but leaves an ended session to the page', () => {
  expect(failureLine(new AppError('unreachable'))).toEqual([{ key: 'waiting.unreported' }])
  expect(failureLine(new AppError('signed_out'))).toEqual([])
})

test('offers alternatives ten minutes after the start, and again ten minutes after the patient chose to keep waiting', () => {
  const offered = (minutes: number, changes: Partial<WaitingStatus> = {}, keptWaitingAt?: number) =>
    isOfferDue(status({ starts_at: minutesFromNow(-minutes), ...changes }), keptWaitingAt, NOW)
  expect([offered(9), offered(10), offered(50)]).toEqual([false, true, true])
  expect(offered(20, { call_started_at: minutesFromNow(-15) })).toBe(false)
  expect(offered(20, {}, NOW - 9 * 60_000)).toBe(false)
  expect(offered(20, {}, NOW - 10 * 60_000)).toBe(true)
})

describe('the doctor’s list', () => {
  test('is in the order of arrival', () => {
    const late = patient('a', { arrived_at: minutesFromNow(-1) })
    const early = patient('b', { arrived_at: minutesFromNow(-9) })
    const together = patient('c', { arrived_at: minutesFromNow(-1) })
    expect(inOrder([together, late, early]).map(({ appointment_id }) => appointment_id)).toEqual(['b', 'a', 'c'])
  })

  test('shows for how many full minutes a patient has waited, by the server’s clock', () => {
    expect(minutesWaited(patient('a', { arrived_at: minutesFromNow(-3) }), NOW + 30_000)).toBe(3)
    expect(minutesWaited(patient('a', { arrived_at: minutesFromNow(-3), clockOffsetMs: 120_000 }), NOW - 120_000)).toBe(3)
    expect(minutesWaited(patient('a', { arrived_at: minutesFromNow(1) }), NOW)).toBe(0)
  })

  test('is refetched only when a heartbeat is missing', () => {
    expect(nextCheckMs([], new Map(), NOW)).toBeUndefined()
    const two = [patient('a'), patient('b', { last_seen_at: minutesFromNow(-0.25) })]
    expect(nextCheckMs(two, new Map(), NOW)).toBe(16_500)
    expect(nextCheckMs(two, new Map([['b', NOW]]), NOW)).toBe(31_500)
    // A minimum interval prevents a tight loop, even if the server is unreachable.
    expect(nextCheckMs(two, new Map(), NOW + 600_000)).toBe(5000)
  })

  test('rings for arrivals, but not for a patient who reloads the page', () => {
    const known: Known = new Map()
    const [a, b] = [patient('a'), patient('b')]
    expect(arrivalsIn([a], known, NOW)).toEqual([a])
    // A patient who has been listed for a long time does not count as an arrival.
    expect(arrivalsIn([a, b], known, NOW + 300_000)).toEqual([b])
    expect(arrivalsIn([b], known, NOW + 301_000)).toEqual([])
    expect(arrivalsIn([a, b], known, NOW + 305_000)).toEqual([])
    expect(arrivalsIn([], known, NOW + 310_000)).toEqual([])
    expect(arrivalsIn([a], known, NOW + 371_000)).toEqual([a])
  })
})
