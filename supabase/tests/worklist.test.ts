// The worklist of staff: answering many appointments while colleagues do the same, and exporting the list as a file.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  IN_A_WEEK,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const NOT_ALLOWED = expect.arrayContaining(['42501'])

interface Result {
  id: string
  error: string | null
}

const answer = (session: Session, ids: string[], status: string, shown: string[] | null, reason: string | null = null) =>
  session.query<Result>('select * from answer_appointments($1, $2, $3, $4)', [ids, status, reason, shown])

describe('answering appointments as shown', () => {
  test('skips an appointment that a colleague has answered in the meantime, with an error', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.aylin, { time: '12:00' })]
      await setStatus(session, 'aylin', one.id, 'confirmed')
      const results = await session.as('nigar', (admin) => answer(admin, [one.id, other.id], 'cancelled', ['pending', 'pending'], 'Kongre'))
      expect(new Map(results.map(({ id, error }) => [id, error]))).toEqual(
        new Map([
          [one.id, 'appointment_changed'],
          [other.id, null],
        ]),
      )
      expect(await session.query('select status from appointments where id = $1', [one.id])).toEqual([{ status: 'confirmed' }])
    })
  })

  test('reveals nothing about other people’s appointments', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      for (const person of ['rauf', 'mallory'] as const) {
        const result = await session.as(person, (own) => answer(own, [id], 'cancelled', ['pending']))
        expect(result).toEqual([{ id, error: 'appointment_changed' }])
      }
      expect(await refusal(session.as(anonymous, (own) => answer(own, [id], 'cancelled', ['pending'])))).toEqual(NOT_ALLOWED)
      expect(await session.query('select status from appointments where id = $1', [id])).toEqual([{ status: 'pending' }])
    })
  })

  test('needs the shown status of each appointment', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await refusal(session.as('aylin', (own) => answer(own, [id], 'cancelled', [])))).toEqual(['P0001', 'rows_out_of_range'])
    })
  })
})

test('the past list contains past and cancelled appointments', async () => {
  await inTest(async (session) => {
    const past = await arrange(session, 'leyla', db.aylin, { startsIn: '-3 days', status: 'completed' })
    const coming = await arrange(session, 'leyla', db.aylin, { startsIn: '3 days' })
    const cancelled = await arrange(session, 'murat', db.aylin, { startsIn: '4 days' })
    await setStatus(session, 'murat', cancelled.id, 'cancelled')
    const list = await session.as('aylin', ({ query }) =>
      query<{ id: string }>('select id from list_appointments(newest_first => true, ended_before => now())'),
    )
    expect(list.map(({ id }) => id)).toEqual([cancelled.id, past.id])
    expect(list.map(({ id }) => id)).not.toContain(coming.id)
  })
})

test('a doctor can read the note in the list, and an admin only that there is one', async () => {
  await inTest(async (session) => {
    const { id } = await book(session, 'leyla', db.aylin)
    await session.as('aylin', ({ query }) => query("update appointments set notes = 'Dinlenin' where id = $1", [id]))
    const read = (person: Person) => session.as(person, ({ query }) => query('select has_note, notes from list_appointments()'))
    expect(await read('aylin')).toEqual([{ has_note: true, notes: 'Dinlenin' }])
    expect(await read('nigar')).toEqual([{ has_note: true, notes: null }])
  })
})

describe('the exported file', () => {
  const exported = async (session: Session, person: Person, filter = '') => {
    const [row] = await session.as(person, ({ query }) =>
      query<{ rows: { id: string; starts_at: string; patient_first_name: string | null }[] }>(
        `select export_appointments(${filter}) as rows`,
      ),
    )
    return row?.rows ?? []
  }

  test('has the rows of the list without complaints and notes, and is logged without the search term', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.rauf, { time: '15:00' })]
      await session.as('aylin', ({ query }) => query("update appointments set notes = 'Dinlenin' where id = $1", [one.id]))
      expect((await exported(session, 'aylin')).map(({ id }) => id)).toEqual([one.id])
      expect((await exported(session, 'nigar')).map(({ id }) => id)).toEqual([one.id, other.id])
      const found = await exported(session, 'nigar', "term => 'leyla'")
      expect(found).toMatchObject([{ id: one.id, patient_first_name: 'leyla' }])
      expect(JSON.stringify(found)).not.toMatch(/Dinlenin|Baş ağrısı/)
      expect(await session.query("select actor, details from audit_log where action = 'appointments.exported' order by id")).toEqual([
        { actor: idOf('aylin'), details: { rows: 1, searched: false } },
        { actor: idOf('nigar'), details: { rows: 2, searched: false } },
        { actor: idOf('nigar'), details: { rows: 1, searched: true } },
      ])
    })
  })

  test('hides the patient of a cancelled appointment from the doctor', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await exported(session, 'aylin')).toMatchObject([{ id, patient_first_name: null, patient_email: null }])
    })
  })

  test.each<Person>(['leyla', 'mallory', anonymous, serviceRole])('is refused to %o', async (person) => {
    await inTest(async (session) => {
      expect(await refusal(exported(session, person))).toEqual(NOT_ALLOWED)
    })
  })

  test('has five thousand rows per call, and the next call continues', { tags: 'long', timeout: 120_000 }, async () => {
    await inTest(async (session) => {
      await session.query('alter table appointments disable trigger user')
      await session.query(
        'alter table appointments drop constraint appointments_doctor_is_free, drop constraint appointments_patient_is_free',
      )
      await session.query(
        `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, starts_at, ends_at, timezone, session_duration, blocked)
         select $1, $2, at::date, to_char(at, 'HH24:MI'), 'x', 'completed', at at time zone 'UTC',
                (at at time zone 'UTC') + interval '30 minutes', 'UTC', 30, tstzrange(at at time zone 'UTC', (at at time zone 'UTC') + interval '40 minutes')
         from generate_series(1, 5300) as n, lateral (select timestamp '2020-01-01' + n * interval '45 minutes' as at) as t`,
        [idOf('leyla'), db.aylin],
      )
      const first = await exported(session, 'nigar')
      expect(first).toHaveLength(5000)
      const last = first.at(-1)
      const rest = await exported(session, 'nigar', `after_starts_at => '${last?.starts_at}', after_id => '${last?.id}'`)
      expect(rest).toHaveLength(300)
      expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(5300)
    })
  })
})

test('a call with an appointment that is locked by another change fails as a whole, so that it can be retried', async () => {
  const ids: string[] = []
  await db.keep(superuser, async (session) => {
    for (let day = 0; day < 2; day++)
      ids.push((await book(session, 'murat', db.rauf, { date: `${IN_A_WEEK} + ${20 + day}`, time: '15:00' })).id)
  })
  const [, last] = ids.toSorted()
  await db.as(superuser, async (colleague) => {
    await colleague.query('select from appointments where id = $1 for update', [last])
    const impatient = (call: (session: Session) => Promise<unknown>) =>
      db.keep('rauf', async (session) => {
        await session.query("set local lock_timeout = '50ms'")
        await call(session)
      })
    expect((await refusal(impatient((session) => answer(session, ids, 'confirmed', ['pending', 'pending']))))[0]).toBe('55P03')
  })
  const rows = await db.keep(superuser, ({ query }) =>
    query('select status, reschedule_count from appointments where id = any ($1)', [ids]),
  )
  expect(rows).toEqual(ids.map(() => ({ status: 'pending', reschedule_count: 0 })))
})

// This test is the last one, because its bookings stay.
test('two people who confirm and reject the same eight at once get true results, and each appointment ends in one state', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 4; round++) {
    const ids: string[] = []
    await db.keep(superuser, async (session) => {
      for (let day = 0; day < 8; day++)
        ids.push((await book(session, 'murat', db.rauf, { date: `${IN_A_WEEK} + ${40 + round * 20 + day}`, time: '15:00' })).id)
    })
    const shown = ids.map(() => 'pending')
    const [confirmed, rejected] = await Promise.all([
      db.keep('rauf', (session) => answer(session, ids, 'confirmed', shown)),
      db.keep('nigar', (session) => answer(session, ids.toReversed(), 'cancelled', shown)),
    ])
    const done = (results: Result[]) => results.filter(({ error }) => error === null).map(({ id }) => id)
    const failed = [...confirmed, ...rejected].filter(({ error }) => error !== null)
    expect(failed.every(({ error }) => error === 'appointment_changed')).toBe(true)
    expect(failed).toHaveLength(8)
    const rows = await db.keep(superuser, ({ query }) =>
      query<{ id: string; status: string }>('select id, status from appointments where id = any ($1)', [ids]),
    )
    const withStatus = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => id)
    expect(new Set(withStatus('confirmed'))).toEqual(new Set(done(confirmed)))
    expect(new Set(withStatus('cancelled'))).toEqual(new Set(done(rejected)))
    expect(withStatus('confirmed').length + withStatus('cancelled').length).toBe(8)
    await db.keep(superuser, ({ query }) =>
      query("update appointments set status = 'cancelled' where id = any ($1) and status <> 'cancelled'", [ids]),
    )
  }
})
