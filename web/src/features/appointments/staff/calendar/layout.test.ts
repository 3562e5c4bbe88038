import { describe, expect, test } from 'vitest'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import {
  blocksByDay,
  cellState,
  continuesIn,
  type Day,
  drawn,
  hoursOn,
  leaveOn,
  rowsOf,
  SHORT_GAP_ROWS,
  shownHours,
  shownRows,
  startsIn,
} from './layout.ts'

const DOCTOR: CalendarDoctor = {
  id: 'aylin',
  first_name: 'Aylin',
  last_name: 'Demir',
  specialization: null,
  timezone: 'Europe/Berlin',
  session_duration: 30,
  hours: [
    { day_of_week: 0, start_time: '09:00', end_time: '12:15' },
    { day_of_week: 0, start_time: '20:00', end_time: '00:00' },
  ],
  extra_hours: [{ on_date: '2026-11-21', start_time: '22:00', end_time: '00:00' }],
  leave: [
    { leave_date: '2026-11-16', start_time: '10:00', end_time: '11:00' },
    { leave_date: '2026-11-17', start_time: null, end_time: null },
  ],
}

const appointment = (id: string, starts_at: string, minutes = 30, change: Partial<CalendarAppointment> = {}): CalendarAppointment => ({
  id,
  doctor_id: 'aylin',
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
  status: 'confirmed',
  did_not_come: false,
  cancelled_by: null,
  previous_starts_at: null,
  erased_at: null,
  patient: null,
  ...change,
})

const placesOf = (appointments: CalendarAppointment[], day: string) =>
  blocksByDay(appointments, DOCTOR)
    .get(day)
    ?.map(({ appointment: { id }, from, to, lane, lanes }) => [id, from, to, `${lane + 1}/${lanes}`])

describe('appointments of a day', () => {
  test('take the whole width if they do not overlap', () => {
    expect(placesOf([appointment('a', '2026-11-16T08:00:00Z'), appointment('b', '2026-11-16T08:30:00Z')], '2026-11-16')).toEqual([
      ['a', 540, 570, '1/1'],
      ['b', 570, 600, '1/1'],
    ])
  })

  test('are side by side only while they overlap', () => {
    const overlapping = [
      appointment('a', '2026-11-16T08:00:00Z', 60),
      appointment('b', '2026-11-16T08:15:00Z', 30, { status: 'cancelled' }),
      appointment('c', '2026-11-16T08:45:00Z', 30),
      appointment('d', '2026-11-16T10:00:00Z', 30),
    ]
    expect(placesOf(overlapping, '2026-11-16')).toEqual([
      ['a', 540, 600, '1/2'],
      ['b', 555, 585, '2/2'],
      ['c', 585, 615, '2/2'],
      ['d', 660, 690, '1/1'],
    ])
  })

  test('belong to the doctor’s day, and are cut at its midnight', () => {
    const late = [appointment('a', '2026-11-16T22:45:00Z', 60)]
    expect(placesOf(late, '2026-11-16')).toEqual([['a', 1425, 1440, '1/1']])
    expect(placesOf(late, '2026-11-17')).toBeUndefined()
  })

  test('both have a place when they start in the repeated hour', () => {
    // 02:15 in Berlin, first in summer time and then an hour later in winter time.
    const twice = [appointment('summer', '2027-10-31T00:15:00Z'), appointment('winter', '2027-10-31T01:15:00Z')]
    expect(placesOf(twice, '2027-10-31')).toEqual([
      ['summer', 135, 165, '1/2'],
      ['winter', 135, 165, '2/2'],
    ])
  })

  test('are placed by clock time after a skipped hour', () => {
    expect(placesOf([appointment('a', '2027-03-28T01:00:00Z')], '2027-03-28')).toEqual([['a', 180, 210, '1/1']])
  })

  test('do not include those of other doctors', () => {
    expect(blocksByDay([appointment('a', '2026-11-16T08:00:00Z', 30, { doctor_id: 'rauf' })], DOCTOR).size).toBe(0)
  })
})

const dayOf = (day: string, appointments: CalendarAppointment[] = [], change?: Day['change']): Day => ({
  day,
  hours: hoursOn(DOCTOR, day),
  leave: leaveOn(DOCTOR, day),
  blocks: blocksByDay(appointments, DOCTOR).get(day) ?? [],
  change,
})

describe('cells', () => {
  const monday = dayOf('2026-11-16', [
    appointment('a', '2026-11-16T08:00:00Z', 45),
    appointment('gone', '2026-11-16T10:00:00Z', 30, { status: 'cancelled' }),
  ])

  test.each([
    [480, 'closed'],
    [540, 'taken'],
    [570, 'taken'],
    [600, 'leave'],
    [660, 'open'],
    // The working hours end at 12:15, so this cell is partly open.
    [720, 'open'],
    [750, 'closed'],
    [1410, 'open'],
  ])('at minute %i on a Monday are %s', (minute, state) => {
    expect(cellState(monday, minute)).toBe(state)
  })

  test('show leave without times for the whole day, and the skipped hour as missing', () => {
    expect(cellState(dayOf('2026-11-17'), 0)).toBe('leave')
    expect(cellState(dayOf('2027-03-28', [], { kind: 'missing', from: 120, to: 180 }), 150)).toBe('missing')
  })

  test('contain an appointment in the row where it begins and in the next row as its continuation', () => {
    expect(startsIn(monday, 540).map(({ appointment: { id } }) => id)).toEqual(['a'])
    expect(startsIn(monday, 570)).toEqual([])
    expect(continuesIn(monday, 570)?.appointment.id).toBe('a')
    expect(continuesIn(monday, 600)).toBeUndefined()
  })
})

test('extra hours apply only to their date', () => {
  expect(hoursOn(DOCTOR, '2026-11-21')).toEqual([{ from: 1320, to: 1440 }])
  expect(hoursOn(DOCTOR, '2026-11-28')).toEqual([])
  const both = { ...DOCTOR, extra_hours: [{ on_date: '2026-11-16', start_time: '13:00', end_time: '14:00' }] }
  expect(hoursOn(both, '2026-11-16').map(({ from }) => from)).toEqual([540, 780, 1200])
})

describe('shown hours', () => {
  test('span working hours and all appointments, rounded to full hours', () => {
    expect(shownHours([dayOf('2026-11-18')])).toEqual({ from: 540, to: 1080 })
    expect(shownHours([dayOf('2026-11-16')])).toEqual({ from: 540, to: 1440 })
    expect(shownHours([dayOf('2026-11-18', [appointment('a', '2026-11-18T06:40:00Z')])])).toEqual({ from: 420, to: 540 })
  })

  test('are split into rows of half an hour', () => {
    expect(rowsOf({ from: 540, to: 660 })).toEqual([540, 570, 600, 630])
  })

  test('leave out a long gap within a day, but keep a break', () => {
    // The working hours are 09:00 to 12:15 and 20:00 to 24:00.
    const rows = shownRows([dayOf('2026-11-16')])
    expect(rows.slice(0, 8)).toEqual([540, 570, 600, 630, 660, 690, 720, 1200])
    expect(rows.at(-1)).toBe(1410)
    const lunch = {
      ...dayOf('2026-11-18'),
      hours: [
        { from: 540, to: 720 },
        { from: 840, to: 1020 },
      ],
    }
    expect(shownRows([lunch])).toEqual(rowsOf({ from: 540, to: 1020 }))
    expect(shownRows([dayOf('2026-11-18')])).toEqual(rowsOf({ from: 540, to: 1080 }))
    // A week of several doctors leaves out that two-hour break.
    expect(shownRows([lunch], SHORT_GAP_ROWS)).toEqual([...rowsOf({ from: 540, to: 720 }), ...rowsOf({ from: 840, to: 1020 })])
  })
})

test('a short appointment is drawn with a minimum height, and stays inside the day', () => {
  expect(drawn({ from: 600, to: 605 })).toEqual({ from: 600, to: 620 })
  expect(drawn({ from: 600, to: 660 })).toEqual({ from: 600, to: 660 })
  expect(drawn({ from: 1434, to: 1440 })).toEqual({ from: 1420, to: 1440 })
})
