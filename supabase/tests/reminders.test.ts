// A day and an hour before a confirmed appointment, each once.
import { describe, expect, test } from 'vitest'
import { arrange, emailOf, idOf, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

/** Confirmed long ago, and now this far away. */
async function upcoming(session: Session, startsIn: string, patient = 'leyla', doctor = db.rauf) {
  const { id } = await arrange(session, patient, doctor, { startsIn: '10 days' })
  await comeNear(session, id, startsIn)
  return id
}

const comeNear = (session: Session, id: string, startsIn: string) => startAt(session, id, `now() + '${startsIn}'::interval`)

// To the second, which no booking is: hence without the check of the clock.
async function startAt(session: Session, id: string, instant: string) {
  await session.as(superuser, async ({ query }) => {
    await query('alter table appointments drop constraint if exists appointments_starts_when_its_clock_says')
    await query(
      `update appointments set starts_at = t.at, ends_at = t.at + interval '30 minutes', blocked = tstzrange(t.at, t.at + interval '40 minutes')
       from (select ${instant} as at) t where id = $1`,
      [id],
    )
  })
}

const remind = (session: Session) => session.as(serviceRole, ({ query }) => query('select record_due_reminders()'))

async function reminders(session: Session) {
  await remind(session)
  const rows = await session.query<{ kind: string; to: string }>(
    `select replace(kind, 'appointment_reminder_', '') as kind, payload ->> 'to' as to
     from private.mail_outbox where kind like 'appointment_reminder%' order by created_at, kind, 2`,
  )
  return rows.map(({ kind, to }) => `${kind} ${to}`)
}

const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)
const DAY = ['24h doctor', '24h patient']
const HOUR = ['1h doctor', '1h patient']

describe('the time of a reminder', () => {
  test.each<[string, string[]]>([
    ['24 hours 1 second', []],
    ['24 hours', DAY],
    ['23 hours 59 minutes 59 seconds', DAY],
    ['1 hour 1 second', DAY],
    ['1 hour', HOUR],
    ['1 second', HOUR],
    ['0 seconds', []],
    ['-1 second', []],
  ])('%s before the start: %j', async (startsIn, expected) => {
    await inTest(async (session) => {
      await upcoming(session, startsIn)
      expect(await reminders(session)).toEqual(expected)
    })
  })

  test('each reminder is recorded once, however often the job runs', async () => {
    await inTest(async (session) => {
      const id = await upcoming(session, '23 hours')
      for (let n = 0; n < 3; n++) expect(await reminders(session)).toEqual(DAY)
      await comeNear(session, id, '50 minutes')
      for (let n = 0; n < 3; n++) expect((await reminders(session)).toSorted()).toEqual([...HOUR, ...DAY])
    })
  })

  test('it is in the reader’s language, to the reader’s address', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set language = 'ar' where user_id = $1", [idOf('leyla')])
      await upcoming(session, '2 hours', 'leyla', db.aylin)
      await remind(session)
      const rows = await session.query("select recipient, language from private.mail_outbox where kind like '%reminder%' order by language")
      expect(rows).toEqual([
        { recipient: emailOf('leyla'), language: 'ar' },
        { recipient: 'praxis.kaya@example.test', language: 'en' },
      ])
    })
  })

  test('a day is 24 hours, also when the clocks change', async () => {
    await inTest(async (session) => {
      const id = await upcoming(session, '2 days')
      // Nobody can move the clock to such a night, but what is added and taken away there is the same: hours, never a calendar day.
      await session.query("select set_config('timezone', 'America/New_York', true)")
      for (const instant of ['2027-03-14T12:00:00Z', '2027-11-07T12:00:00Z']) {
        await startAt(session, id, `'${instant}'::timestamptz`)
        const [row] = await session.query<{ hours: number }>(
          "select extract(epoch from starts_at - (starts_at - '24h'::interval)) / 3600 as hours from appointments where id = $1",
          [id],
        )
        expect(Number(row?.hours)).toBe(24)
      }
    })
  })
})

describe('nobody is reminded', () => {
  test.each(['pending', 'cancelled', 'completed'])('of a %s appointment', async (status) => {
    await inTest(async (session) => {
      const id = await upcoming(session, '2 hours')
      await session.query('update appointments set status = $2 where id = $1', [id, status])
      expect(await reminders(session)).toEqual([])
    })
  })

  test('of an appointment that was cancelled before the mail was sent', async () => {
    await inTest(async (session) => {
      const id = await upcoming(session, '2 hours')
      expect(await reminders(session)).toEqual(DAY)
      await setStatus(session, 'rauf', id, 'cancelled')
      const claimed = await session.as(serviceRole, ({ query }) => query<{ kind: string }>('select kind from claim_due_mails()'))
      expect(claimed.map(({ kind }) => kind)).toEqual(['appointment_cancelled', 'appointment_cancelled'])
    })
  })

  test('a day before an appointment that was confirmed later than that, but an hour before', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.rauf, { startsIn: '20 hours', status: 'pending' })
      await session.query("update appointments set status = 'confirmed' where id = $1", [id])
      expect(await reminders(session)).toEqual([])
      await comeNear(session, id, '55 minutes')
      expect(await reminders(session)).toEqual(HOUR)
    })
  })

  test('of an appointment that was confirmed in the last hour', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.rauf, { startsIn: '40 minutes', status: 'pending' })
      await session.query("update appointments set status = 'confirmed' where id = $1", [id])
      expect(await reminders(session)).toEqual([])
    })
  })
})
