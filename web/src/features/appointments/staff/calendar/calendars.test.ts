import { describe, expect, test } from 'vitest'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { calendarOf, isBusyOn, mergedDays, placeOnClock, sharedZone } from './calendars.ts'

const WEEK = ['2026-11-16', '2026-11-17']

const doctor = (id: string, timezone: string, change: Partial<CalendarDoctor> = {}): CalendarDoctor => ({
  id,
  first_name: id,
  last_name: 'Demir',
  specialization: null,
  timezone,
  session_duration: 30,
  hours: [{ day_of_week: 0, start_time: '09:00', end_time: '12:00' }],
  extra_hours: [],
  leave: [],
  ...change,
})

const appointment = (doctor_id: string, starts_at: string): CalendarAppointment => ({
  id: `${doctor_id} ${starts_at}`,
  doctor_id,
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + 30 * 60_000).toISOString(),
  status: 'confirmed',
  did_not_come: false,
  cancelled_by: null,
  previous_starts_at: null,
  erased_at: null,
  patient: null,
})

describe('doctors in different time zones', () => {
  test('are shown in the time zone that most of them share, or else in the reader’s', () => {
    const [here, there, far] = [{ timezone: 'Europe/Istanbul' }, { timezone: 'Asia/Baku' }, { timezone: 'Europe/Moscow' }]
    const noon = '2026-11-16T12:00:00Z'
    expect(sharedZone([here, here], 'Europe/Berlin', noon)).toBe('Europe/Istanbul')
    expect(sharedZone([there, here, here], 'Asia/Baku', noon)).toBe('Europe/Istanbul')
    // Moscow has the same time as Istanbul.
    expect(sharedZone([there, here, far], 'Asia/Baku', noon)).toBe('Europe/Istanbul')
    expect(sharedZone([here, there], 'Europe/Berlin', noon)).toBe('Europe/Berlin')
    expect(sharedZone([], 'Europe/Berlin', noon)).toBe('Europe/Berlin')
  })

  test('have their hours, leave and appointments converted to the shared time zone', () => {
    const leave = [{ leave_date: '2026-11-16', start_time: '11:00', end_time: '12:00' }]
    const { days } = calendarOf(
      doctor('rauf', 'Asia/Baku', { leave }),
      [appointment('rauf', '2026-11-16T05:00:00Z')],
      WEEK,
      'Europe/Istanbul',
    )
    expect(days[0]).toMatchObject({
      hours: [{ from: 480, to: 660 }],
      leave: [{ from: 600, to: 660 }],
      blocks: [{ from: 480, to: 510 }],
    })
  })

  test('have their hours split into two days when they cross midnight in the shared time zone', () => {
    const night = [{ day_of_week: 0, start_time: '22:00', end_time: '00:00' }]
    const { days } = calendarOf(doctor('aylin', 'Europe/Istanbul', { hours: night }), [], WEEK, 'Asia/Baku')
    expect(days.map(({ hours }) => hours)).toEqual([[{ from: 1380, to: 1440 }], [{ from: 0, to: 60 }]])
  })

  test('are booked and moved at times in their own time zone', () => {
    expect(placeOnClock('2026-11-16', '23:30', 'Europe/Istanbul', 'Asia/Baku')).toEqual({ day: '2026-11-17', time: '00:30' })
    expect(placeOnClock('2026-11-16', '23:30', 'Asia/Baku', 'Asia/Baku')).toEqual({ day: '2026-11-16', time: '23:30' })
  })
})

describe('the week of several doctors', () => {
  const calendars = ['aylin', 'rauf'].map((id) =>
    calendarOf(
      doctor(id, 'Europe/Istanbul', { leave: id === 'rauf' ? [{ leave_date: '2026-11-16', start_time: null, end_time: null }] : [] }),
      [appointment('aylin', '2026-11-16T07:00:00Z'), appointment('rauf', '2026-11-16T07:15:00Z')],
      WEEK,
      'Europe/Istanbul',
    ),
  )

  test('shows all appointments, side by side where they overlap', () => {
    const [monday] = mergedDays(calendars, WEEK, 3)
    expect(monday?.blocks.map(({ appointment: { doctor_id }, lane, lanes }) => [doctor_id, lane, lanes])).toEqual([
      ['aylin', 0, 2],
      ['rauf', 1, 2],
    ])
  })

  test('folds appointments for which there is no lane', () => {
    const three = ['aylin', 'rauf', 'can'].map((id) =>
      calendarOf(doctor(id, 'Europe/Istanbul'), [appointment(id, '2026-11-16T07:00:00Z')], WEEK, 'Europe/Istanbul'),
    )
    const shown = (maxLanes: number) => {
      const [monday] = mergedDays(three, WEEK, maxLanes)
      return [monday?.blocks.map(({ lane, lanes }) => `${lane + 1}/${lanes}`), monday?.folded?.map((group) => group.length)]
    }
    expect(shown(3)).toEqual([['1/3', '2/3', '3/3'], []])
    expect(shown(2)).toEqual([['1/2'], [2]])
    expect(shown(1)).toEqual([[], [3]])
  })

  test('is open while at least one doctor works', () => {
    expect(mergedDays(calendars, WEEK, 3)[0]).toMatchObject({ hours: [{ from: 540, to: 720 }], leave: [] })
  })

  test('counts a doctor as busy on days with working hours or an appointment', () => {
    expect(calendars.map((calendar) => WEEK.map((day) => isBusyOn(calendar, day)))).toEqual([
      [true, false],
      [true, false],
    ])
    const absent = calendarOf(
      doctor('can', 'Europe/Istanbul', { leave: [{ leave_date: '2026-11-16', start_time: null, end_time: null }] }),
      [],
      WEEK,
      'Europe/Istanbul',
    )
    expect(isBusyOn(absent, '2026-11-16')).toBe(false)
  })
})
