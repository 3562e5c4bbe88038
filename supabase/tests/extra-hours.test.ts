// Extra hours on one date: they offer times besides the weekly hours, and doctors and admins set them.
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymous, book, IN_A_WEEK, idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const DATE = IN_A_WEEK
const add = ({ query }: Session, doctor: string, [start, end]: [string, string], date = DATE) =>
  query(`insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values ($1, ${date}, $2, $3) returning id`, [
    doctor,
    start,
    end,
  ])
const slots = async ({ query }: Session, doctor: string, date = DATE) =>
  (await query<{ at: string }>(`select appointment_time as at from get_available_slots($1, ${date})`, [doctor])).map(({ at }) => at)

/** Aylin's weekly hours are from 09:00 to 17:00. */
const EVENING: [string, string] = ['19:00', '20:00']

describe('free times', () => {
  test('include the extra hours of that date and of no other', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      expect((await slots(aylin, db.aylin)).slice(-3)).toEqual(['19:00', '19:15', '19:30'])
      expect((await slots(aylin, db.aylin, `${DATE} + 7`)).at(-1)).toBe('16:30')
      const days = await aylin.query<{ free_slots: number }>(`select free_slots from get_available_days($1, ${DATE}, ${DATE} + 1)`, [
        db.aylin,
      ])
      expect(days[0]?.free_slots).toBe((days[1]?.free_slots ?? 0) + 3)
    })
  })

  test('include extra hours on a day without weekly hours, for visitors too and among the next free times', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query('delete from doctor_availability where doctor_id = $1', [db.aylin])
      await owner.as('aylin', (aylin) => add(aylin, db.aylin, EVENING))
      await owner.as(anonymous, async (visitor) => {
        expect(await slots(visitor, db.aylin)).toEqual(['19:00', '19:15', '19:30'])
        const next = await visitor.query('select appointment_time from get_next_slots(array[$1::uuid], 3)', [db.aylin])
        expect(next.map(({ appointment_time }) => appointment_time)).toEqual(['19:00', '19:15', '19:30'])
      })
    })
  })

  test('have no duplicates if extra hours and weekly hours overlap', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, ['16:00', '18:00'])
      const offered = await slots(aylin, db.aylin)
      expect(offered).toEqual([...new Set(offered)])
      expect(offered.slice(-6)).toEqual(['16:15', '16:30', '16:45', '17:00', '17:15', '17:30'])
    })
  })

  test('respect leave, notice, horizon, gap and the daily maximum', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      const count = async () => (await slots(aylin, db.aylin)).filter((at) => at >= '19:00').length
      expect(await count()).toBe(3)
      await aylin.query(`insert into doctor_leave (doctor_id, leave_date, start_time, end_time) values ($1, ${DATE}, '19:00', '19:15')`, [
        db.aylin,
      ])
      expect(await count()).toBe(2)
      await aylin.query('delete from doctor_leave')
      await add(aylin, db.aylin, EVENING, `${DATE} - 4`)
      for (const setting of ['booking_notice_hours = 168', 'booking_horizon_days = 2']) {
        expect((await slots(aylin, db.aylin, `${DATE} - 4`)).at(-1)).toBe('19:30')
        await aylin.query(`update doctors set ${setting} where id = $1`, [db.aylin])
        expect(await slots(aylin, db.aylin, `${DATE} - 4`)).toEqual([])
        await aylin.query('update doctors set booking_notice_hours = 0, booking_horizon_days = 365 where id = $1', [db.aylin])
      }
      await book(aylin, 'leyla', db.aylin, { time: '19:00' })
      // The session takes half an hour and the gap ten minutes, so no other session fits before 20:00.
      expect(await count()).toBe(0)
      await aylin.query('update doctors set max_appointments_per_day = 1 where id = $1', [db.aylin])
      expect(await slots(aylin, db.aylin)).toEqual([])
    })
  })

  test('follow the doctor’s time zone, also on a day when the clock changes', async () => {
    await db.as(superuser, async (owner) => {
      await owner.query("update doctors set timezone = 'Europe/Berlin', booking_horizon_days = 1095 where id = $1", [db.aylin])
      await owner.query('delete from doctor_availability where doctor_id = $1', [db.aylin])
      await add(owner, db.aylin, ['01:30', '03:30'], "'2028-03-26'")
      const rows = await owner.query<{ at: string }>("select appointment_time as at from get_available_slots($1, '2028-03-26')", [db.aylin])
      expect(rows.map(({ at }) => at)).toEqual(['01:30', '01:45', '03:00'])
    })
  })
})

describe('booking', () => {
  test('accepts a time in extra hours and refuses times next to them', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      expect(await book(aylin, 'leyla', db.aylin, { time: '19:30' })).toMatchObject({ status: 'pending' })
      for (const time of ['18:30', '19:45', '19:05'])
        expect(await refusal(book(aylin, 'murat', db.aylin, { time }))).toEqual(['P0001', 'slot_not_offered'])
    })
  })

  test('leaves an appointment affected if its extra hours are removed later', async () => {
    await db.as('aylin', async (aylin) => {
      const [row] = await add(aylin, db.aylin, EVENING)
      const { id } = await book(aylin, 'leyla', db.aylin, { time: '19:00' })
      const affected = () => aylin.query('select id, why from list_affected_appointments($1)', [db.aylin])
      expect(await affected()).toEqual([])
      await aylin.query('delete from doctor_extra_hours where id = $1', [row?.['id']])
      expect(await affected()).toEqual([{ id, why: 'hours' }])
    })
  })
})

describe('permissions', () => {
  beforeEach(() => db.keep(superuser, ({ query }) => query('delete from doctor_extra_hours')))

  test('doctors can read, add, change and remove their own extra hours', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      expect(await aylin.query("update doctor_extra_hours set end_time = '21:00' returning 1")).toHaveLength(1)
      expect(await aylin.query('select from doctor_extra_hours')).toHaveLength(1)
      expect(await aylin.query('delete from doctor_extra_hours returning 1')).toHaveLength(1)
    })
  })

  test('admins can do so for every doctor', async () => {
    await db.as('nigar', async (nigar) => {
      await add(nigar, db.aylin, EVENING)
      await add(nigar, db.rauf, EVENING)
      expect(await nigar.query("update doctor_extra_hours set end_time = '21:00' returning 1")).toHaveLength(2)
      expect(await nigar.query('delete from doctor_extra_hours returning 1')).toHaveLength(2)
    })
  })

  test.each(['rauf', 'leyla', 'mallory'])('%s can neither read nor write those of Aylin', async (name) => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      await aylin.as(name, async (other) => {
        expect(await other.query('select from doctor_extra_hours')).toHaveLength(0)
        expect(await other.query("update doctor_extra_hours set end_time = '21:00' returning 1")).toHaveLength(0)
        expect(await other.query('delete from doctor_extra_hours returning 1')).toHaveLength(0)
        expect((await refusal(add(other, db.aylin, ['21:00', '22:00'])))[0]).toBe('42501')
      })
    })
  })

  test('visitors can read none', async () => {
    expect((await refusal(db.as(anonymous, ({ query }) => query('select from doctor_extra_hours'))))[0]).toBe('42501')
  })
})

describe('a window', () => {
  test.each<[string, [string, string], string]>([
    ['an end before the start', ['20:00', '19:00'], 'doctor_extra_hours_start_is_before_end'],
    ['a time with seconds', ['19:00:30', '20:00'], 'doctor_extra_hours_times_are_whole_minutes'],
  ])('is refused with %s', async (_, hours, constraint) => {
    expect(await refusal(db.as('aylin', (aylin) => add(aylin, db.aylin, hours)))).toEqual(['23514', constraint])
  })

  test('is refused if it overlaps another one on the date', async () => {
    await db.as('aylin', async (aylin) => {
      await add(aylin, db.aylin, EVENING)
      expect(await refusal(add(aylin, db.aylin, ['19:30', '21:00']))).toEqual(['23P01', 'doctor_extra_hours_do_not_overlap'])
    })
  })

  test('cannot move to another doctor', async () => {
    await db.as('nigar', async (nigar) => {
      await add(nigar, db.aylin, EVENING)
      expect(await refusal(nigar.query('update doctor_extra_hours set doctor_id = $1', [db.rauf]))).toEqual(['P0001', 'doctor_is_fixed'])
    })
  })

  test('is one of at most 400 future ones', async () => {
    await db.as('aylin', async (aylin) => {
      const many = `insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time)
        select $1, current_date + day, '19:00', '20:00' from generate_series(1, 401) as day`
      expect(await refusal(aylin.query(many, [db.aylin]))).toEqual(['P0001', 'too_many_extra_hours'])
    })
  })
})

test('extra hours are exported, and deleted with the account', async () => {
  await db.as('aylin', async (aylin) => {
    await add(aylin, db.aylin, EVENING)
    const [row] = await aylin.query<{ data: { extra_hours: object[] } }>('select export_my_data() as data')
    expect(row?.data.extra_hours).toEqual([expect.objectContaining({ start_time: '19:00:00', end_time: '20:00:00' })])
    await aylin.as(superuser, ({ query }) => query('update auth.users set deleted_at = now() where id = $1', [idOf('aylin')]))
    expect(await aylin.as(superuser, ({ query }) => query('select from doctor_extra_hours'))).toHaveLength(0)
  })
})
