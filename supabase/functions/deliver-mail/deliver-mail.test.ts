import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { afterEach, describe, expect, test } from 'vitest'
import { book, emailOf, IN_A_WEEK, idOf, setStatus, superuser } from '../../tests/clinic.ts'
import { startClinicWithMail, useClinicWithMail } from '../../tests/clinic-mail.ts'
import { invoke } from '../../tests/clinic-server.ts'
import { company } from '../_shared/company.ts'
import type { AppointmentMailKind } from '../_shared/mail/appointment-mails.ts'
import { mailTexts } from '../_shared/mail/texts.ts'
import { LANGUAGES } from '../_shared/rules.ts'
import { openHangingUpOffice } from '../_shared/testing/post-office.ts'

const clinic = useClinicWithMail()
afterEach(async () => {
  await clinic.forgetMails()
  await clinic.collect()
})

let days = 0
/** Books every appointment on a different day, so that tests do not affect each other. */
const bookAnother = () => clinic.keep(superuser, (db) => book(db, 'leyla', clinic.rauf, { date: `${IN_A_WEEK} + ${days++}` }))
const become = (status: string, id: string) => clinic.keep(superuser, (db) => setStatus(db, 'rauf', id, status))
const recipientsOf = (mails: Email[]) =>
  mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []).toSorted((a, b) => String(a).localeCompare(String(b)))
const BOTH = [emailOf('leyla'), emailOf('rauf')]

function isWritten(subject: string | undefined, text: string) {
  const [start = '', end = ''] = text.split('{date}')
  return subject?.startsWith(start) && subject.includes(end)
}

function calendarIn({ attachments }: Email) {
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!part) return undefined
  const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(part.content as Uint8Array)) as unknown[])
  const component = calendar.getFirstSubcomponent('vevent')
  const event = new ICAL.Event(component ?? undefined)
  return {
    method: calendar.getFirstPropertyValue('method'),
    partMethod: part.method,
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate(),
    organizer: component?.getFirstPropertyValue('organizer'),
    attendees: component?.getAllProperties('attendee').map((each) => each.getFirstValue()),
  }
}

const CALENDAR_WORDS: Partial<Record<AppointmentMailKind, { method: string; sequence: number }>> = {
  created: { method: 'REQUEST', sequence: 0 },
  confirmed: { method: 'REQUEST', sequence: 1 },
  rescheduled: { method: 'REQUEST', sequence: 4 },
  called_off: { method: 'CANCEL', sequence: 5 },
}

// Unit tests cover the texts of all languages, so only `npm run prove long` sends the mails in every language.
describe.each(LANGUAGES)('in %s', (language) => {
  const tags = language === 'tr' || language === 'ar' ? [] : ['long']

  test('patient and doctor get every mail of an appointment once, with its calendar', { tags }, async () => {
    const texts = mailTexts[language].appointment
    await clinic.keep(superuser, ({ query }) =>
      query("update profiles set language = $1, timezone = 'Europe/Berlin' where user_id = any ($2)", [
        language,
        [idOf('leyla'), idOf('rauf')],
      ]),
    )
    const { id } = await bookAnother()
    const lives: [AppointmentMailKind, () => Promise<unknown>][] = [
      ['created', async () => {}],
      ['confirmed', () => become('confirmed', id)],
      ['rescheduled', () => move(id)],
      ['reminder_24h', () => comeNear(id, '25 hours')],
      ['reminder_1h', () => comeNear(id, '50 minutes')],
      ['called_off', () => become('cancelled', id)],
    ]
    for (const [kind, happen] of lives) {
      await happen()
      await invoke(clinic.withSecretKey, 'send-reminders')
      expect(await clinic.deliver()).toMatchObject({ status: 200, answer: { sent: 2, failed: 0 } })
      const mails = await clinic.collect()
      expect(recipientsOf(mails)).toEqual(BOTH)
      for (const mail of mails) {
        const isPatients = mail.to?.[0]?.address === emailOf('leyla')
        expect(isWritten(mail.subject, (isPatients ? texts.toPatient : texts.toDoctor)[kind].subject)).toBe(true)
        expect(mail.subject).toContain(company.brand)
        expect(mail.from).toEqual({ name: 'BKV', address: 'no-reply@bkv.example.com' })
        for (const part of [mail.html ?? '', mail.text ?? '']) {
          const page = kind === 'reminder_1h' ? `/call/${id}` : isPatients ? '/appointments' : '/doctor'
          expect(part).toContain(`${clinic.url}${language === 'tr' ? '' : `/${language}`}${page}`)
          expect(part).toContain(isPatients ? 'Rauf Əliyev' : 'leyla Test')
          expect(part).not.toMatch(/Baş ağrısı|\{\w+\}/)
        }
        expect(mail.html).toContain(`dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
        const word = CALENDAR_WORDS[kind]
        const attendees = [`mailto:${mail.to?.[0]?.address}`]
        expect(calendarIn(mail)).toEqual(
          word && {
            ...word,
            partMethod: word.method,
            uid: id,
            organizer: 'mailto:no-reply@bkv.example.com',
            attendees,
            start: await startOf(id),
          },
        )
      }
    }
    expect((await clinic.outbox()).map(({ state }) => state)).toEqual(Array(12).fill('sent'))
  })
})

const move = (id: string) =>
  clinic.keep('rauf', ({ query }) =>
    query("select reschedule_appointment(id, appointment_date, '15:00') from appointments where id = $1", [id]),
  )

const startOf = async (id: string) =>
  (await clinic.as(superuser, ({ query }) => query<{ starts_at: Date }>('select starts_at from appointments where id = $1', [id])))[0]
    ?.starts_at

// Moves the start and its wall clock, because a test cannot move the database's clock.
const comeNear = (id: string, startsIn: string) =>
  clinic.keep(superuser, ({ query }) =>
    query(
      `update appointments a set starts_at = t.at, ends_at = t.at + interval '30 minutes', blocked = tstzrange(t.at, t.at + interval '40 minutes'),
         appointment_date = (t.at at time zone a.timezone)::date, appointment_time = to_char(t.at at time zone a.timezone, 'HH24:MI')
       from (select date_trunc('minute', now() + $2::interval) as at) t where a.id = $1`,
      [id, startsIn],
    ),
  )

test('an hour without a mail server loses nothing and blocks nobody, and then every mail arrives once', async () => {
  await clinic.closePost()
  const { id } = await bookAnother()
  for (let minutes = 0; minutes < 60; minutes += 4) {
    await clinic.deliver()
    await clinic.wait('4 minutes')
  }
  await bookAnother()
  const waiting = await clinic.outbox()
  expect(waiting.map(({ state }) => state)).toEqual(Array(4).fill('waiting'))
  expect(waiting[0]?.last_error).toBe('SMTP ECONNREFUSED')
  expect(waiting[0]?.attempts).toBeGreaterThan(4)
  await clinic.reopenPost()
  await clinic.wait('1 hour')
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 4, failed: 0 } })
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 0, failed: 0 } })
  expect(recipientsOf(await clinic.collect())).toEqual([...BOTH, ...BOTH].toSorted((a, b) => a.localeCompare(b)))
  expect((await clinic.outbox()).map(({ state, last_error }) => `${state} ${last_error}`)).toEqual(Array(4).fill('sent null'))
  await become('cancelled', id)
})

test('a permanently refused address fails at once, and the mail log says why, without the address', async () => {
  await clinic.closePost()
  await clinic.reopenPost({ refuse: 550 })
  await bookAnother()
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 0, failed: 2 } })
  const { data: log } = await (await clinic.clientOf('nigar')).from('mail_log').select('state, last_error')
  expect(log?.map(({ state, last_error }) => `${state} ${last_error}`)).toEqual(Array(2).fill('failed SMTP 550: 550 no such person as …'))
  await clinic.closePost()
  await clinic.reopenPost()
})

const refusing = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

test('every mail waits while the server refuses the sender, whatever the code', async () => {
  await clinic.closePost()
  await clinic.reopenPost({ onMailFrom: (_address, _session, done) => done(refusing(550, '5.4.5 Daily user sending quota exceeded')) })
  const { id } = await bookAnother()
  await clinic.deliver()
  expect((await clinic.outbox()).map(({ state, last_error }) => `${state} ${last_error}`)).toEqual(
    Array(2).fill('waiting SMTP 550: 550 5.4.5 Daily user sending quota exceeded'),
  )
  await clinic.closePost()
  await clinic.reopenPost()
  await clinic.wait('1 minute')
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 2, failed: 0 } })
  await become('cancelled', id)
})

test('mails about appointments go before mails to unreachable visitors, and notices to the company go in the same minute', async () => {
  await clinic.closePost()
  const order: string[] = []
  await clinic.reopenPost({
    onRcptTo({ address }, _session, done) {
      order.push(address)
      done(address.endsWith('@nowhere.test') ? refusing(450, '4.1.2 Domain not found') : null)
    },
  })
  for (let n = 0; n < 15; n++) {
    const { error } = await clinic.visitor.from('contact_messages').insert({ name: 'x', email: `a${n}@nowhere.test`, message: 'm' })
    expect(error).toBeNull()
  }
  await clinic.keep(superuser, ({ query }) =>
    query(
      "delete from private.mail_outbox where kind = 'contact_notice' and ctid <> (select max(ctid) from private.mail_outbox where kind = 'contact_notice')",
    ),
  )
  const { id } = await bookAnother()
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 3, failed: 15 } })
  expect(
    order
      .slice(0, 10)
      .filter((address) => !address.endsWith('@nowhere.test'))
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([...BOTH, company.infoEmail].toSorted((a, b) => a.localeCompare(b)))
  await clinic.keep(superuser, ({ query }) => query('delete from contact_messages'))
  await become('cancelled', id)
  await clinic.closePost()
  await clinic.reopenPost()
})

test('a mail that may have arrived is sent at most three times, and the log says so', { tags: 'long' }, async () => {
  await using office = await openHangingUpOffice()
  const other = await startClinicWithMail({ SMTP_URL: `smtp://127.0.0.1:${office.port}?ignoreTLS=true` })
  try {
    const { error } = await other.visitor.from('contact_messages').insert({ name: 'x', email: 'a@b.cc', message: 'm' })
    expect(error).toBeNull()
    await other.keep(superuser, ({ query }) => query("delete from private.mail_outbox where kind = 'contact_confirmation'"))
    for (let n = 0; n < 5; n++) {
      expect(await other.deliver()).toMatchObject({ status: 200, answer: { failed: n < 3 ? 1 : 0 } })
      await other.wait('1 hour')
    }
    expect(office.taken).toBe(3)
    expect(await other.outbox()).toMatchObject([
      { state: 'failed', last_error: expect.stringContaining('; it may have arrived'), attempts: 3 },
    ])
  } finally {
    await other.stop()
  }
})

test('two simultaneous runs send each mail once', async () => {
  for (let n = 0; n < 6; n++) await bookAnother()
  const runs = await Promise.all([clinic.deliver(), clinic.deliver(), clinic.deliver()])
  expect(runs.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(runs.reduce((sum, { answer }) => sum + (answer as { sent: number }).sent, 0)).toBe(12)
  expect(await clinic.collect()).toHaveLength(12)
})

test('an appointment that was cancelled before its confirmation was sent is not confirmed', async () => {
  const { id } = await bookAnother()
  await become('confirmed', id)
  await become('cancelled', id)
  await clinic.deliver()
  const mails = await clinic.collect()
  expect(recipientsOf(mails)).toEqual(BOTH)
  for (const { subject, to } of mails) {
    const written = LANGUAGES.map(
      (language) => mailTexts[language].appointment[to?.[0]?.address === emailOf('leyla') ? 'toPatient' : 'toDoctor'],
    )
    expect(written.some(({ called_off: calledOff }) => isWritten(subject, calledOff.subject))).toBe(true)
    for (const { confirmed } of written) expect(isWritten(subject, confirmed.subject)).toBe(false)
  }
})

test('the doctor’s mail does not name a patient whose account was erased', async () => {
  await clinic.keep(superuser, (db) => book(db, 'murat', clinic.rauf, { date: `${IN_A_WEEK} + ${days++}` }))
  const { error } = await (await clinic.clientOf('murat')).rpc('erase_my_account', { confirmation: emailOf('murat') })
  expect(error).toBeNull()
  // One mail goes to the doctor, and one confirms the erasure to the patient.
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 2, failed: 0 } })
  const mails = await clinic.collect()
  expect(new Set(mails.flatMap(({ to = [] }) => to.map(({ address }) => address)))).toEqual(new Set([emailOf('murat'), emailOf('rauf')]))
  const mail = mails.find(({ to = [] }) => to.some(({ address }) => address === emailOf('rauf')))
  expect(`${mail?.html}${mail?.text}${JSON.stringify(mail && calendarIn(mail))}`).not.toMatch(/murat|deleted user/i)
})

test('a mail has the same id at every attempt', async () => {
  await clinic.closePost()
  await bookAnother()
  await clinic.deliver()
  await clinic.reopenPost()
  await clinic.wait('1 minute')
  await clinic.deliver()
  const ids = (await clinic.collect()).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(2)
  for (const id of ids) expect(id).toMatch(/^<[0-9a-f-]{36}@bkv\.example\.com>$/)
})

test('a mail that an admin resends has the same text, the current time of the appointment and a new id', async () => {
  const { id } = await bookAnother()
  await become('confirmed', id)
  await clinic.deliver()
  const first = (await clinic.collect()).find(({ to }) => to?.[0]?.address === emailOf('leyla'))
  await clinic.keep(superuser, async (db) => {
    const [mail] = await db.query<{ id: string }>("select id from mail_log where kind = 'appointment_confirmed' and recipient = $1", [
      emailOf('leyla'),
    ])
    await db.as('nigar', ({ query }) => query('select resend_mail($1)', [mail?.id]))
  })
  expect(await clinic.deliver()).toMatchObject({ answer: { sent: 1, failed: 0 } })
  const [again, ...more] = await clinic.collect()
  expect(more).toEqual([])
  expect([again?.subject, again?.to, again?.text]).toEqual([first?.subject, first?.to, first?.text])
  expect(again?.messageId).not.toBe(first?.messageId)
})

test.each(['deliver-mail', 'send-reminders', 'erase-expired', 'close-appointments'])('%s accepts only the secret key', async (name) => {
  expect(await invoke(clinic.withSecretKey, name)).toMatchObject({ status: 200 })
  const people = await Promise.all((['leyla', 'aylin', 'nigar'] as const).map((person) => clinic.clientOf(person)))
  for (const client of [clinic.visitor, clinic.clientWith('forged'), ...people]) {
    expect(await invoke(client, name)).toMatchObject({ status: 401 })
  }
  expect(await invoke(clinic.withSecretKey, name, { method: 'GET' })).toMatchObject({ status: 405 })
})
