// The lists of staff: permissions, filters, pages, and the cost with a large table.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  arrange,
  book,
  idOf,
  type Person,
  refusal,
  type Session,
  serviceRole,
  setStatus,
  superuser,
  useClinic,
} from './clinic.ts'
import { addType, asSeen, bookType } from './offers.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

interface Row {
  id: string
  starts_at: Date
  patient_first_name: string | null
  patient_phone: string | null
  status: string
}

const list = (session: Session, person: Person, filter: Record<string, unknown> = {}) => {
  const names = Object.keys(filter)
  const given = names.map((name, index) => `${name} => $${index + 1}`).join(', ')
  return session.as(person, ({ query }) => query<Row>(`select * from list_appointments(${given})`, Object.values(filter)))
}

describe('permission to list', () => {
  test('a doctor sees their own appointments, an admin those of all or of chosen doctors', async () => {
    await inTest(async (session) => {
      const [one, other] = [await book(session, 'leyla', db.aylin), await book(session, 'murat', db.rauf, { time: '15:00' })]
      const ids = async (person: Person, filter = {}) => (await list(session, person, filter)).map(({ id }) => id)
      expect(await ids('aylin')).toEqual([one.id])
      expect(await ids('aylin', { doctor_ids: [db.rauf] })).toEqual([])
      expect(await ids('aylin', { doctor_ids: [db.rauf, db.aylin] })).toEqual([one.id])
      expect(await ids('nigar')).toEqual([one.id, other.id])
      expect(await ids('nigar', { doctor_ids: [db.rauf] })).toEqual([other.id])
    })
  })

  test.each<Person>(['leyla', 'mallory', anonymous, serviceRole])('%o is refused', async (person) => {
    await inTest(async (session) => {
      await book(session, 'leyla', db.aylin)
      expect((await refusal(list(session, person)))[0]).toBe('42501')
    })
  })

  test('only an admin can see and search a patient’s name once all appointments with the doctor are cancelled', async () => {
    await inTest(async (session) => {
      const { id } = await book(session, 'leyla', db.aylin)
      expect(await list(session, 'aylin', { term: 'leyla' })).toHaveLength(1)
      await setStatus(session, 'leyla', id, 'cancelled')
      expect(await list(session, 'aylin')).toMatchObject([{ id, patient_first_name: null }])
      expect(await list(session, 'aylin', { term: 'leyla' })).toEqual([])
      expect(await list(session, 'nigar', { term: 'leyla' })).toMatchObject([{ id, patient_first_name: 'leyla' }])
    })
  })

  test('the list for admins neither contains nor searches notes and health data', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set medical_history = 'Penisilin', gender = 'kadın' where user_id = $1", [idOf('leyla')])
      const { id } = await book(session, 'leyla', db.aylin)
      await session.as('aylin', ({ query }) => query("update appointments set notes = 'Dinlenin' where id = $1", [id]))
      for (const term of ['Penisilin', 'kadın', 'Dinlenin']) expect(await list(session, 'nigar', { term })).toEqual([])
      expect(JSON.stringify(await list(session, 'nigar'))).not.toMatch(/Penisilin|kadın|Dinlenin/)
    })
  })
})

describe('filters', () => {
  test('the list can be filtered by status, time and text', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set phone = '+994 50 123 45 67' where user_id = $1", [idOf('murat')])
      const near = await arrange(session, 'leyla', db.aylin, { startsIn: '1 day' })
      const far = await arrange(session, 'murat', db.aylin, { startsIn: '20 days', status: 'pending' })
      const ids = async (filter: Record<string, unknown>) => (await list(session, 'aylin', filter)).map(({ id }) => id)
      expect(await ids({ statuses: '{pending}' })).toEqual([far.id])
      expect(await ids({ statuses: '{pending,confirmed}' })).toEqual([near.id, far.id])
      expect(await ids({ to_time: new Date(Date.now() + 5 * 86_400_000) })).toEqual([near.id])
      expect(await ids({ from_time: new Date(Date.now() + 5 * 86_400_000) })).toEqual([far.id])
      expect(await ids({ newest_first: true })).toEqual([far.id, near.id])
      for (const term of ['LEYLA', 'leyla test']) expect(await ids({ term })).toEqual([near.id])
      for (const term of ['1234567', 'murat@']) expect(await ids({ term })).toEqual([far.id])
      for (const term of ['%%', '__', 'x']) expect(await ids({ term })).toEqual([])
    })
  })

  test('the list and its export separate past appointments from running and future ones', async () => {
    await inTest(async (session) => {
      const over = await arrange(session, 'leyla', db.aylin, { startsIn: '-3 hours' })
      const running = await arrange(session, 'murat', db.aylin, { startsIn: '-5 minutes' })
      const later = await arrange(session, 'leyla', db.aylin, { startsIn: '3 hours' })
      const ids = async (filter: Record<string, unknown>) => (await list(session, 'nigar', filter)).map(({ id }) => id)
      const now = new Date()
      expect(await ids({ ends_after: now })).toEqual([running.id, later.id])
      expect(await ids({ ends_by: now })).toEqual([over.id])
      const file = (name: string) =>
        session.as('nigar', ({ query }) => query<{ rows: { id: string }[] }>(`select export_appointments(${name} => $1) as rows`, [now]))
      expect((await file('ends_after'))[0]?.rows.map(({ id }) => id)).toEqual([running.id, later.id])
      expect((await file('ends_by'))[0]?.rows.map(({ id }) => id)).toEqual([over.id])
    })
  })

  test.each([0, 201, null])('%j rows are refused', async (max_rows) => {
    expect(await refusal(inTest(async (session) => void (await list(session, 'aylin', { max_rows }))))).toEqual([
      'P0001',
      'rows_out_of_range',
    ])
  })
})

test('pages of thirty thousand rows join without gaps or repetition in both directions, and each reads only its own rows', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  await inTest(async (session) => {
    await session.query('alter table appointments disable trigger user')
    await session.query(
      'alter table appointments drop constraint appointments_doctor_is_free, drop constraint appointments_patient_is_free',
    )
    await session.query(
      `insert into appointments (user_id, doctor_id, appointment_date, appointment_time, patient_complaint, status, starts_at, ends_at, timezone, session_duration, blocked)
       select $1, case n % 2 when 0 then $2::uuid else $3::uuid end, at::date, to_char(at, 'HH24:MI'), 'x', 'completed', at at time zone 'UTC',
              (at at time zone 'UTC') + interval '30 minutes', 'UTC', 30, tstzrange(at at time zone 'UTC', (at at time zone 'UTC') + interval '40 minutes')
       from generate_series(1, 30000) as n, lateral (select timestamp '2020-01-01' + n / 2 * interval '45 minutes' as at) as t`,
      [idOf('leyla'), db.aylin, db.rauf],
    )
    await session.query('analyze appointments')
    for (const newest_first of [false, true]) {
      const seen: Row[] = []
      for (let page = 0; page < 4; page++) {
        const last = seen.at(-1)
        seen.push(
          ...(await list(session, 'nigar', {
            newest_first,
            max_rows: 50,
            after_starts_at: last?.starts_at ?? null,
            after_id: last?.id ?? null,
          })),
        )
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(200)
      const times = seen.map(({ starts_at }) => starts_at.getTime())
      expect(times).toEqual(times.toSorted((a, b) => (newest_first ? b - a : a - b)))
    }
    const rowsRead = async (filter: Record<string, unknown>, person: Person = 'nigar') => {
      const counter =
        "select pg_stat_get_xact_tuples_returned('appointments'::regclass) + coalesce((select sum(pg_stat_get_xact_tuples_fetched(indexrelid) + pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = 'appointments'::regclass), 0) as rows"
      const [before] = await session.query<{ rows: string }>(counter)
      const found = await list(session, person, filter)
      const [after] = await session.query<{ rows: string }>(counter)
      return [found.length, Number(after?.rows) - Number(before?.rows)] as const
    }
    const week = { from_time: '2020-06-08T00:00:00Z', to_time: '2020-06-15T00:00:00Z', max_rows: 200 }
    for (const [filter, person] of [
      [{}, 'nigar'],
      [{ newest_first: true }, 'aylin'],
      [{ statuses: '{completed}', newest_first: true }, 'nigar'],
      [{ ...week, doctor_ids: [db.aylin] }, 'nigar'],
      [week, 'aylin'],
    ] as const) {
      const [found, read] = await rowsRead(filter, person)
      expect(found).toBeGreaterThanOrEqual(50)
      expect(read).toBeLessThan(5000)
    }
  })
})

describe('types and payments', () => {
  const owed = async (session: Session) => {
    const type = await addType(session, db.aylin)
    const typed = await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
    const plain = await book(session, 'murat', db.rauf, { time: '15:00' })
    return { type, typed, plain }
  }

  test('a row contains type, fee and payment state', async () => {
    await inTest(async (session) => {
      const { type, typed, plain } = await owed(session)
      const rows = await list(session, 'nigar')
      expect(rows.find(({ id }) => id === typed.id)).toMatchObject({
        type_id: type.id,
        type_name: type.names,
        fee_minor: type.fee_minor,
        fee_currency: 'AZN',
        payment_state: 'unpaid',
      })
      expect(rows.find(({ id }) => id === plain.id)).toMatchObject({ type_id: null, type_name: null, fee_minor: null, payment_state: null })
    })
  })

  test('the list and its export can be limited to unpaid appointments, which excludes cancelled ones', async () => {
    await inTest(async (session) => {
      const { typed } = await owed(session)
      const unpaid = async (person: Person) => (await list(session, person, { only_unpaid: true })).map(({ id }) => id)
      const exported = async () => {
        const [file] = await session.as('nigar', ({ query }) =>
          query<{ rows: { id: string; payment_state: string }[] }>('select export_appointments(only_unpaid => true) as rows'),
        )
        return file?.rows.map(({ id, payment_state }) => [id, payment_state])
      }
      expect(await unpaid('nigar')).toEqual([typed.id])
      expect(await unpaid('aylin')).toEqual([typed.id])
      expect(await unpaid('rauf')).toEqual([])
      expect(await exported()).toEqual([[typed.id, 'unpaid']])
      await session.as('nigar', ({ query }) => query("select record_payment($1, 'paid', $2, current_date)", [typed.id, 12_000]))
      expect(await unpaid('nigar')).toEqual([])
      expect(await exported()).toEqual([])
      const other = await bookType(session, 'leyla', db.aylin, {
        time: '11:00',
        seen: asSeen(await addType(session, db.aylin, { position: 5 })),
      })
      expect(await unpaid('nigar')).toEqual([other.id])
      await setStatus(session, 'leyla', other.id, 'cancelled')
      expect(await unpaid('nigar')).toEqual([])
    })
  })

  test('the filter for running and future appointments includes one of three hours until it ends', async () => {
    await inTest(async (session) => {
      const type = await addType(session, db.aylin, { minutes: 180, fee_minor: null })
      const { id } = await bookType(session, 'leyla', db.aylin, { seen: asSeen(type) })
      const [late] = await session.as(superuser, ({ query }) =>
        query<{ at: Date }>("select starts_at + interval '170 minutes' as at from appointments where id = $1", [id]),
      )
      expect(await list(session, 'nigar', { ends_after: late?.at })).toMatchObject([{ id }])
    })
  })
})
