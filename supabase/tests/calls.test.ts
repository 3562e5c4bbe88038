import { describe, expect, test } from 'vitest'
import { anonymous, arrange, idOf, refusal, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const open = (session: Session, person: Parameters<Session['as']>[0], id: string, code?: string) =>
  session.as(person, ({ query }) => query<{ part: string; expires_at: Date }>('select * from open_call($1, $2)', [id, code]))
const startOf = async (session: Session, id: string) =>
  (
    await session.as(superuser, ({ query }) =>
      query<{ at: Date | null }>('select call_started_at as at from appointments where id = $1', [id]),
    )
  )[0]?.at

/** Moves an appointment relative to now, with its wall-clock time. */
async function moveTo(session: Session, id: string, fromNow: string) {
  await session.as(superuser, ({ query }) =>
    query(
      `update appointments set starts_at = t, ends_at = t + make_interval(mins => session_duration),
         blocked = tstzrange(t, t + make_interval(mins => session_duration + 10)),
         appointment_date = (t at time zone timezone)::date, appointment_time = to_char(t at time zone timezone, 'HH24:MI')
       from (select date_trunc('minute', now()) + $2::interval as t) as x where id = $1`,
      [id, fromNow],
    ),
  )
}

/** Returns the caller's role, or the name and details of the refusal. */
async function attempt(session: Session, person: string, id: string, code?: string) {
  try {
    const [entered] = await open(session, person, id, code)
    return entered?.part
  } catch (error) {
    const { message, detail } = error as { message: string; detail: string }
    return [message, JSON.parse(detail) as unknown]
  }
}

test('patient and doctor can join, and nobody else learns whether the appointment exists', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
    expect(await attempt(session, 'leyla', id)).toBe('patient')
    expect(await attempt(session, 'aylin', id)).toBe('doctor')
    for (const person of ['murat', 'mallory', 'rauf', 'nigar']) {
      expect(await attempt(session, person, id)).toEqual(['not_yours', {}])
      expect(await attempt(session, person, idOf('no appointment'))).toEqual(['not_yours', {}])
    }
    for (const call of ['open_call', 'get_call']) {
      for (const who of [anonymous, serviceRole]) {
        expect(await refusal(session.as(who, ({ query }) => query(`select * from ${call}($1)`, [id])))).toEqual([
          '42501',
          `permission denied for function ${call}`,
        ])
      }
    }
  })
})

test('a stranger’s attempt locks nothing and does not wait for locks', async () => {
  const { id } = await db.keep(superuser, (session) => arrange(session, 'murat', db.rauf, { startsIn: '1 hour' }))
  await db.as(superuser, async ({ query }) => {
    await query('select from appointments where id = $1 for update', [id])
    await db.as('mallory', async (mallory) => {
      await mallory.query("set local lock_timeout = '2s'")
      expect(await attempt(mallory, 'mallory', id)).toEqual(['not_yours', {}])
    })
  })
})

test.each(['pending', 'completed', 'cancelled'])('the room of a %s appointment is closed', async (status) => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes', status })
    for (const person of ['leyla', 'aylin']) expect(await attempt(session, person, id)).toEqual(['room_not_confirmed', { status }])
  })
})

describe('the opening hours of the room', () => {
  // Starts are whole minutes, so they can be up to a minute earlier than now() plus the interval.
  test.each([
    ['17 minutes', /room_too_early .*"minutes":(1|2)}/],
    ['2 hours', /room_too_early .*"minutes":10[45]}/],
    ['15 minutes', /patient/],
    ['1 minute', /patient/],
    ['-1 minute', /patient/],
    ['-29 minutes', /patient/],
    ['-31 minutes', /room_over/],
    ['-1 day', /room_over/],
  ])('depend on the start: in %s', async (startsIn, expected) => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      await moveTo(session, id, startsIn)
      expect(
        [await attempt(session, 'leyla', id)]
          .flat()
          .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
          .join(' '),
      ).toMatch(expected)
    })
  })

  test('are announced in minutes, rounded up', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
      for (const [startsIn, minutes] of [
        ['15 minutes 1 second', 1],
        ['16 minutes', 1],
        ['16 minutes 1 second', 2],
      ] as const) {
        await session.query(
          `alter table appointments disable trigger user, drop constraint if exists appointments_starts_when_its_clock_says`,
        )
        await session.query(
          `update appointments set starts_at = now() + $2::interval, ends_at = now() + $2::interval + make_interval(mins => session_duration),
             blocked = tstzrange(now() + $2::interval, now() + $2::interval + make_interval(mins => session_duration + 10)) where id = $1`,
          [id, startsIn],
        )
        expect(await attempt(session, 'leyla', id)).toEqual(['room_too_early', { minutes }])
      }
    })
  })

  test('end with the session if only one person came, otherwise two hours after both had joined', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-10 minutes' })
      expect(await attempt(session, 'leyla', id)).toBe('patient')
      expect(await attempt(session, 'leyla', id)).toBe('patient')
      expect(await startOf(session, id)).toBeNull()
      await moveTo(session, id, '-40 minutes')
      expect(await attempt(session, 'leyla', id)).toEqual(['room_over', {}])

      await moveTo(session, id, '-10 minutes')
      expect(await attempt(session, 'aylin', id)).toBe('doctor')
      const started = await startOf(session, id)
      expect(started).toBeInstanceOf(Date)
      await moveTo(session, id, '-100 minutes')
      expect(await attempt(session, 'leyla', id)).toBe('patient')
      expect(await startOf(session, id)).toEqual(started)

      await session.query("update appointments set call_started_at = now() - interval '1 hour 59 minutes' where id = $1", [id])
      expect(await attempt(session, 'aylin', id)).toBe('doctor')
      await session.query("update appointments set call_started_at = now() - interval '2 hours' where id = $1", [id])
      expect(await attempt(session, 'aylin', id)).toEqual(['room_over', {}])
    })
  })

  test('nobody can rejoin a call after its appointment was cancelled', async () => {
    await db.as(superuser, async (session) => {
      const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '-10 minutes' })
      for (const person of ['leyla', 'aylin']) await open(session, person, id)
      await setStatus(session, 'aylin', id, 'cancelled')
      expect(await attempt(session, 'leyla', id)).toEqual(['room_not_confirmed', { status: 'cancelled' }])
    })
  })
})

test('the code is optional, ignores case and blanks, and the error for a wrong one contains the right one', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
    const [call] = await session.as('leyla', ({ query }) =>
      query<{ code: string; day: string }>(
        "select code, to_char(a.appointment_date, 'YYMMDD') as day from get_call($1), appointments a where a.id = $1",
        [id],
      ),
    )
    const code = `BKV-${id.slice(0, 8).toUpperCase()}-${call?.day}`
    expect(call?.code).toBe(code)
    expect(await attempt(session, 'leyla', id, ` ${code.toLowerCase().replaceAll('-', ' - ')}\n`)).toBe('patient')
    for (const wrong of ['', code.slice(0, -1), `${code}0`, '%', 'BKV']) {
      expect(await attempt(session, 'leyla', id, wrong)).toEqual(['wrong_code', { expected: code }])
    }
    expect(await attempt(session, 'mallory', id, code)).toEqual(['not_yours', {}])
  })
})

test('the check before a room is created does not record a visit', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
    for (const person of ['leyla', 'aylin']) {
      await session.as(person, ({ query }) => query('select * from open_call($1, marks => false)', [id]))
    }
    expect(await startOf(session, id)).toBeNull()
    expect(await session.query('select from private.call_visits where appointment_id = $1', [id])).toHaveLength(0)
  })
})

test('two people who join at the same moment start the call', async () => {
  const { id } = await db.keep(superuser, (session) => arrange(session, 'mallory', db.rauf, { startsIn: '5 minutes' }))
  await Promise.all(['mallory', 'rauf'].map((person) => db.keep(person, ({ query }) => query('select open_call($1)', [id]))))
  expect(await db.as(superuser, (session) => startOf(session, id))).toBeInstanceOf(Date)
})

test('a doctor without the role and a user whose account was deleted cannot join', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
    await session.query('delete from user_roles where user_id = $1', [idOf('aylin')])
    await session.query('update auth.users set deleted_at = now() where id = $1', [idOf('leyla')])
    for (const person of ['leyla', 'aylin']) expect(await attempt(session, person, id)).toEqual(['not_yours', {}])
  })
})

test('joining is limited to 120 times an hour', async () => {
  await db.as(superuser, async (session) => {
    const { id } = await arrange(session, 'murat', db.aylin, { startsIn: '5 minutes' })
    await session.as('murat', ({ query }) => query('select open_call($1) from generate_series(1, 120)', [id]))
    expect(await attempt(session, 'murat', id)).toEqual(['too_many_calls', { most: 120 }])
    expect(await attempt(session, 'aylin', id)).toBe('doctor')
  })
})
