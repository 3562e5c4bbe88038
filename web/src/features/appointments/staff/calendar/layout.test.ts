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
  test('one after the other have the whole width', () => {
    expect(placesOf([appointment('a', '2026-11-16T08:00:00Z'), appointment('b', '2026-11-16T08:30:00Z')], '2026-11-16')).toEqual([
      ['a', 540, 570, '1/1'],
      ['b', 570, 600, '1/1'],
    ])
  })

  test('those that overlap are side by side, those after them are not', () => {
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

  test('a day is a day of the doctor, and an appointment past midnight ends with it', () => {
    const late = [appointment('a', '2026-11-16T22:45:00Z', 60)]
    expect(placesOf(late, '2026-11-16')).toEqual([['a', 1425, 1440, '1/1']])
    expect(placesOf(late, '2026-11-17')).toBeUndefined()
  })

  test('in the hour that comes twice, both have a place', () => {
    // 02:15 in Berlin, first in summer time and then an hour later in winter time.
    const twice = [appointment('summer', '2027-10-31T00:15:00Z'), appointment('winter', '2027-10-31T01:15:00Z')]
    expect(placesOf(twice, '2027-10-31')).toEqual([
      ['summer', 135, 165, '1/2'],
      ['winter', 135, 165, '2/2'],
    ])
  })

  test('on the day without an hour, what comes after it is where its clock says', () => {
    expect(placesOf([appointment('a', '2027-03-28T01:00:00Z')], '2027-03-28')).toEqual([['a', 180, 210, '1/1']])
  })

  test('those of other doctors are not in it', () => {
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
    // The last quarter of an hour before 12:15.
    [720, 'open'],
    [750, 'closed'],
    [1410, 'open'],
  ])('at %i on a Monday: %s', (minute, state) => {
    expect(cellState(monday, minute)).toBe(state)
  })

  test('a leave without times takes the whole day, and the missing hour is missing', () => {
    expect(cellState(dayOf('2026-11-17'), 0)).toBe('leave')
    expect(cellState(dayOf('2027-03-28', [], { kind: 'missing', from: 120, to: 180 }), 150)).toBe('missing')
  })

  test('an appointment begins in one row and continues in the next', () => {
    expect(startsIn(monday, 540).map(({ appointment: { id } }) => id)).toEqual(['a'])
    expect(startsIn(monday, 570)).toEqual([])
    expect(continuesIn(monday, 570)?.appointment.id).toBe('a')
    expect(continuesIn(monday, 600)).toBeUndefined()
  })
})

test('extra hours count on their date alone', () => {
  expect(hoursOn(DOCTOR, '2026-11-21')).toEqual([{ from: 1320, to: 1440 }])
  expect(hoursOn(DOCTOR, '2026-11-28')).toEqual([])
  const both = { ...DOCTOR, extra_hours: [{ on_date: '2026-11-16', start_time: '13:00', end_time: '14:00' }] }
  expect(hoursOn(both, '2026-11-16').map(({ from }) => from)).toEqual([540, 780, 1200])
})

describe('hours that are shown', () => {
  test('span working hours and all appointments, from full hour to full hour', () => {
    expect(shownHours([dayOf('2026-11-18')])).toEqual({ from: 540, to: 1080 })
    expect(shownHours([dayOf('2026-11-16')])).toEqual({ from: 540, to: 1440 })
    expect(shownHours([dayOf('2026-11-18', [appointment('a', '2026-11-18T06:40:00Z')])])).toEqual({ from: 420, to: 540 })
  })

  test('are split into rows of half an hour', () => {
    expect(rowsOf({ from: 540, to: 660 })).toEqual([540, 570, 600, 630])
  })

  test('without the long stretch between two parts of a day, but with a break', () => {
    // Nine to a quarter past twelve, and eight to midnight.
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
    // The two hours of that break are left out of a week of several doctors.
    expect(shownRows([lunch], SHORT_GAP_ROWS)).toEqual([...rowsOf({ from: 540, to: 720 }), ...rowsOf({ from: 840, to: 1020 })])
  })
})

test('a short appointment is drawn higher than it is, and at the end of the day inside it', () => {
  expect(drawn({ from: 600, to: 605 })).toEqual({ from: 600, to: 620 })
  expect(drawn({ from: 600, to: 660 })).toEqual({ from: 600, to: 660 })
  expect(drawn({ from: 1434, to: 1440 })).toEqual({ from: 1420, to: 1440 })
})
