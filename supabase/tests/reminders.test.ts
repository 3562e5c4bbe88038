// Reminders of confirmed appointments, once each: six hours before the cancellation window closes, and an hour before the start.
import { describe, expect, test } from 'vitest'
import { arrange, emailOf, idOf, type Session, serviceRole, setStatus, superuser, useClinic } from './clinic.ts'

const db = useClinic()

/** Adds an appointment that was confirmed long ago and now starts in `startsIn`. */
async function upcoming(session: Session, startsIn: string, patient = 'leyla', doctor = db.rauf) {
  const { id } = await arrange(session, patient, doctor, { startsIn: '10 days' })
  await comeNear(session, id, startsIn)
  return id
}

const comeNear = (session: Session, id: string, startsIn: string) => startAt(session, id, `now() + '${startsIn}'::interval`)

// Drops the check of the wall clock, because bookings start at whole minutes and these starts do not.
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
const LONG = ['24h doctor', '24h patient']
const SHORT = ['1h doctor', '1h patient']

describe('the time of a reminder', () => {
  test.each<[string, string[]]>([
    ['30 hours 1 second', []],
    ['30 hours', LONG],
    ['24 hours 1 second', LONG],
    // The patient can no longer cancel.
    ['24 hours', []],
    ['1 hour 1 second', []],
    ['1 hour', SHORT],
    ['1 second', SHORT],
    ['0 seconds', []],
    ['-1 second', []],
  ])('%s before the start: %j', async (startsIn, expected) => {
    await inTest(async (session) => {
      await upcoming(session, startsIn)
      expect(await reminders(session)).toEqual(expected)
    })
  })

  test.each<[number, string, string[]]>([
    [1, '7 hours 1 second', []],
    [1, '7 hours', LONG],
    [1, '1 hour 1 second', LONG],
    [1, '1 hour', SHORT],
    [72, '78 hours 1 second', []],
    [72, '78 hours', LONG],
    [72, '72 hours 1 second', LONG],
    [72, '72 hours', []],
  ])('with a cancellation window of %i hours, %s before the start: %j', async (hours, startsIn, expected) => {
    await inTest(async (session) => {
      await session.query('update doctors set cancellation_hours = $2 where id = $1', [db.rauf, hours])
      await upcoming(session, startsIn)
      expect(await reminders(session)).toEqual(expected)
    })
  })

  test('is never more than 96 hours ahead', async () => {
    await inTest(async (session) => {
      const [row] = await session.query<{ hours: number }>("select extract(epoch from private.reminder_lead('24h', 1000)) / 3600 as hours")
      expect(Number(row?.hours)).toBe(96)
    })
  })

  test('each reminder is recorded once, however often the job runs', async () => {
    await inTest(async (session) => {
      const id = await upcoming(session, '29 hours')
      for (let n = 0; n < 3; n++) expect(await reminders(session)).toEqual(LONG)
      await comeNear(session, id, '50 minutes')
      for (let n = 0; n < 3; n++) expect((await reminders(session)).toSorted()).toEqual([...SHORT, ...LONG])
    })
  })

  test('a reminder goes to the reader’s address in their language', async () => {
    await inTest(async (session) => {
      await session.query("update profiles set language = 'ar' where user_id = $1", [idOf('leyla')])
      await upcoming(session, '25 hours', 'leyla', db.aylin)
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
      // A test cannot move the clock to such a night, so it checks that the interval is 24 hours and not a calendar day.
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

describe('no reminder is sent', () => {
  test.each(['pending', 'cancelled', 'completed'])('for a %s appointment', async (status) => {
    await inTest(async (session) => {
      const id = await upcoming(session, '25 hours')
      await session.query('update appointments set status = $2 where id = $1', [id, status])
      expect(await reminders(session)).toEqual([])
    })
  })

  test('for an appointment that was cancelled before the mail was sent', async () => {
    await inTest(async (session) => {
      const id = await upcoming(session, '25 hours')
      expect(await reminders(session)).toEqual(LONG)
      await setStatus(session, 'rauf', id, 'cancelled')
      const claimed = await session.as(serviceRole, ({ query }) => query<{ kind: string }>('select kind from claim_due_mails()'))
      expect(claimed.map(({ kind }) => kind)).toEqual(['appointment_cancelled', 'appointment_cancelled'])
    })
  })

  test('if the first reminder waited until the patient could no longer cancel', async () => {
    await inTest(async (session) => {
      const late = await upcoming(session, '25 hours')
      await upcoming(session, '25 hours', 'murat', db.aylin)
      expect(await reminders(session)).toHaveLength(4)
      await session.query("delete from private.mail_outbox where kind not like '%reminder%'")
      await comeNear(session, late, '24 hours')
      const claimed = await session.as(serviceRole, ({ query }) => query<{ recipient: string }>('select recipient from claim_due_mails()'))
      expect(claimed.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([emailOf('murat')]))
      expect(claimed).toHaveLength(2)
    })
  })

  test('at the first date if the appointment was confirmed after it, but one is sent an hour before the start', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.rauf, { startsIn: '29 hours', status: 'pending' })
      await session.query("update appointments set status = 'confirmed' where id = $1", [id])
      expect(await reminders(session)).toEqual([])
      await comeNear(session, id, '55 minutes')
      expect(await reminders(session)).toEqual(SHORT)
    })
  })

  test('for an appointment that was confirmed in the last hour', async () => {
    await inTest(async (session) => {
      const { id } = await arrange(session, 'leyla', db.rauf, { startsIn: '40 minutes', status: 'pending' })
      await session.query("update appointments set status = 'confirmed' where id = $1", [id])
      expect(await reminders(session)).toEqual([])
    })
  })
})
