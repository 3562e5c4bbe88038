import { describe, expect, test } from 'vitest'
import { anonymous, openClinic, type Person, refusal, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const addWindow =
  'insert into doctor_availability (doctor_id, day_of_week, start_time, end_time, is_available) values ($1, $2, $3, $4, $5) returning *'
const addLeave = 'insert into doctor_leave (doctor_id, leave_date, start_time, end_time, reason) values ($1, $2, $3, $4, $5) returning *'
const RANGE_TAKEN = ['23P01', 'doctor_availability_windows_do_not_overlap']

describe('windows of working hours', () => {
  test.each<Person>(['leyla', 'aylin', 'nigar'])('can all be read by %s', async (person) => {
    expect(await db.as(person, ({ query }) => query('select from doctor_availability'))).toHaveLength(14)
  })

  test('can be read by visitors only if they offer times of available doctors', async () => {
    await db.as(superuser, async (session) => {
      await session.query('update doctor_availability set is_available = false where doctor_id = $1 and day_of_week = 6', [db.aylin])
      await session.query('update doctor_availability set end_time = start_time where doctor_id = $1 and day_of_week = 5', [db.aylin])
      const seen = () => session.as(anonymous, ({ query }) => query('select doctor_id from doctor_availability'))
      expect((await seen()).filter((each) => each['doctor_id'] === db.aylin)).toHaveLength(5)
      await session.query('update doctors set available = false where id = $1', [db.aylin])
      expect((await seen()).filter((each) => each['doctor_id'] === db.aylin)).toHaveLength(0)
      expect(await seen()).toHaveLength(7)
    })
    const denied = ['42501', 'permission denied for table doctor_availability']
    expect(await refusal(db.as(anonymous, ({ query }) => query('select id from doctor_availability')))).toEqual(denied)
    expect(await refusal(db.as(anonymous, ({ query }) => query(addWindow, [db.aylin, 0, '18:00', '19:00', true])))).toEqual(denied)
    expect(await refusal(db.as(anonymous, ({ query }) => query("update doctor_availability set end_time = '16:00'")))).toEqual(denied)
    expect(await refusal(db.as(anonymous, ({ query }) => query('delete from doctor_availability')))).toEqual(denied)
  })

  test.each([
    ['aylin', true],
    ['nigar', true],
    ['rauf', false],
    ['leyla', false],
    ['mallory', false],
  ])('can be written by %s for aylin: %s', async (person, expected) => {
    await db.as(person, async ({ query }) => {
      const added = await refusal(query(addWindow, [db.aylin, 0, '18:00', '19:00', true]))
      expect(added).toEqual(
        expected ? 'was allowed' : ['42501', 'new row violates row-level security policy for table "doctor_availability"'],
      )
      const changed = await query(
        "update doctor_availability set end_time = '16:00' where doctor_id = $1 and start_time = '09:00' returning 1",
        [db.aylin],
      )
      expect(changed).toHaveLength(expected ? 7 : 0)
      const removed = await query('delete from doctor_availability where doctor_id = $1 returning 1', [db.aylin])
      expect(removed).toHaveLength(expected ? 8 : 0)
    })
  })

  test('cannot be assigned to another doctor', async () => {
    expect(await refusal(db.as('aylin', ({ query }) => query('update doctor_availability set doctor_id = $1', [db.rauf])))).toEqual([
      'P0001',
      'doctor_is_fixed',
    ])
  })

  test('cannot overlap on one day', async () => {
    await db.as('aylin', async ({ query }) => {
      await query(addWindow, [db.aylin, 0, '17:00', '18:00', true])
      await query(addWindow, [db.aylin, 0, '22:00', '00:00', true])
      expect(await refusal(query(addWindow, [db.aylin, 0, '16:59', '18:00', true]))).toEqual(RANGE_TAKEN)
      expect(await refusal(query(addWindow, [db.aylin, 0, '23:00', '23:30', true]))).toEqual(RANGE_TAKEN)
    })
  })

  test('can overlap others while they are unavailable', async () => {
    await db.as('aylin', async ({ query }) => {
      const [hidden] = await query<{ id: string }>(addWindow, [db.aylin, 0, '10:00', '11:00', false])
      expect(await refusal(query('update doctor_availability set is_available = true where id = $1', [hidden?.id]))).toEqual(RANGE_TAKEN)
    })
  })

  test('can have an end equal to the start or at midnight, but not before the start', async () => {
    await db.as('aylin', async ({ query }) => {
      expect(await query(addWindow, [db.aylin, 0, '08:00', '08:00', true])).toHaveLength(1)
      expect(await query(addWindow, [db.aylin, 0, '18:00', '00:00', true])).toHaveLength(1)
      expect(await refusal(query(addWindow, [db.aylin, 0, '20:00', '19:00', true]))).toEqual([
        '23514',
        'doctor_availability_start_is_not_after_end',
      ])
      expect(await refusal(query(addWindow, [db.aylin, 7, '08:00', '09:00', true]))).toEqual(['23514', 'doctor_availability_day_is_0_to_6'])
      expect(await refusal(query(addWindow, [db.aylin, 0, '07:00:30', '08:00', true]))).toEqual([
        '23514',
        'doctor_availability_times_are_whole_minutes',
      ])
    })
  })
})

describe('saving a week', () => {
  const save = 'select * from save_working_hours($1, $2)'
  const week = JSON.stringify([
    { day_of_week: 0, start_time: '09:00', end_time: '12:00', is_available: true },
    { day_of_week: 0, start_time: '13:00', end_time: '17:00', is_available: true },
    { day_of_week: 6, start_time: '09:00', end_time: '17:00', is_available: false },
  ])

  test.each(['aylin', 'nigar'])('is possible for %s, and a closed day stays closed', async (person) => {
    await db.as(person, async ({ query }) => {
      await query(save, [db.aylin, week])
      expect(
        await query('select day_of_week, start_time, is_available from doctor_availability where doctor_id = $1 order by 1, 2', [db.aylin]),
      ).toEqual([
        { day_of_week: 0, start_time: '09:00:00', is_available: true },
        { day_of_week: 0, start_time: '13:00:00', is_available: true },
        { day_of_week: 6, start_time: '09:00:00', is_available: false },
      ])
      expect(await query('select from doctor_availability where doctor_id = $1', [db.rauf])).toHaveLength(7)
    })
  })

  test('keeps one of two weeks that are saved at the same moment', async () => {
    const other = await openClinic()
    const morning = JSON.stringify([{ day_of_week: 0, start_time: '09:00', end_time: '12:00' }])
    const afternoon = JSON.stringify([{ day_of_week: 0, start_time: '13:00', end_time: '17:00' }])
    await Promise.all([morning, afternoon].map((windows) => other.keep('aylin', ({ query }) => query(save, [other.aylin, windows]))))
    expect(
      await other.as('aylin', ({ query }) => query('select from doctor_availability where doctor_id = $1', [other.aylin])),
    ).toHaveLength(1)
    await other.drop()
  })

  test.each<Person>(['rauf', 'leyla', 'mallory', anonymous])('is refused for %o, even with an empty week', async (person) => {
    for (const windows of [week, '[]'])
      expect((await refusal(db.as(person, ({ query }) => query(save, [db.aylin, windows]))))[0]).toBe('42501')
  })

  test.each([
    [
      'overlapping windows',
      [
        { day_of_week: 0, start_time: '09:00', end_time: '12:00' },
        { day_of_week: 0, start_time: '11:00', end_time: '13:00' },
      ],
      RANGE_TAKEN,
    ],
    [
      'an end before the start',
      [{ day_of_week: 0, start_time: '12:00', end_time: '09:00' }],
      ['23514', 'doctor_availability_start_is_not_after_end'],
    ],
    ['an object instead of an array', {}, ['P0001', 'working_hours_not_understood']],
    [
      '71 windows',
      Array.from({ length: 71 }, () => ({ day_of_week: 0, start_time: '00:00', end_time: '00:00' })),
      ['P0001', 'working_hours_not_understood'],
    ],
  ])('is refused with %s and keeps the old week', async (_, windows, expected) => {
    await db.as('aylin', async ({ query }) => {
      expect(await refusal(query(save, [db.aylin, JSON.stringify(windows)]))).toEqual(expected)
      expect(await query('select from doctor_availability where doctor_id = $1', [db.aylin])).toHaveLength(7)
    })
  })
})

describe('leave', () => {
  test.each([
    ['aylin', true],
    ['nigar', true],
    ['rauf', false],
    ['leyla', false],
  ])('can be read and written by %s for aylin: %s', async (person, expected) => {
    await db.as(person, async (session) => {
      expect(await refusal(session.query(addLeave, [db.aylin, '2030-01-01', null, null, 'Yıllık izin']))).toEqual(
        expected ? 'was allowed' : ['42501', 'new row violates row-level security policy for table "doctor_leave"'],
      )
      await session.as(superuser, ({ query }) => query(addLeave, [db.aylin, '2030-01-02', '10:00', '12:00', null]))
      expect(await session.query('select from doctor_leave')).toHaveLength(expected ? 2 : 0)
      expect(await session.query("update doctor_leave set reason = 'x' returning 1")).toHaveLength(expected ? 2 : 0)
      expect(await session.query('delete from doctor_leave returning 1')).toHaveLength(expected ? 2 : 0)
    })
  })

  test('cannot be read by visitors', async () => {
    expect(await refusal(db.as(anonymous, ({ query }) => query('select from doctor_leave')))).toEqual([
      '42501',
      'permission denied for table doctor_leave',
    ])
  })

  test('must have a date and a start before the end unless one time is missing or the end is midnight', async () => {
    await db.as('aylin', async ({ query }) => {
      expect(await refusal(query(addLeave, [db.aylin, '2030-01-01', '12:00', '12:00', null]))).toEqual([
        '23514',
        'doctor_leave_start_is_before_end',
      ])
      expect(await query(addLeave, [db.aylin, '2030-01-01', '20:00', '00:00', null])).toHaveLength(1)
      expect(await query(addLeave, [db.aylin, '2030-01-01', '20:00', null, null])).toHaveLength(1)
      expect((await refusal(query(addLeave, [db.aylin, null, null, null, null])))[0]).toBe('23502')
    })
  })
})
