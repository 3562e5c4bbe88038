// Admins resend a sent mail while its content is still true, a few times an hour. The repeat is written from the current data.
import { describe, expect, test } from 'vitest'
import {
  anonymous,
  book,
  emailOf,
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

interface Listed {
  id: string
  kind: string
  state: string
  can_resend: boolean
  resend_obstacle: string | null
  is_repeat: boolean
}

const listed = (session: Session, kind: string, recipient = emailOf('leyla')) =>
  session.as('nigar', ({ query }) =>
    query<Listed>('select * from list_mails(only_kind => $1, recipient_part => $2) order by created_at, is_repeat', [kind, recipient]),
  )
const resend = (session: Session, mail: string | undefined, person: Person = 'nigar') =>
  refusal(session.as(person, ({ query }) => query('select resend_mail($1)', [mail])))

/** Sends every due mail and returns the sent mails. */
const deliver = (session: Session) =>
  session.as(serviceRole, async ({ query }) => {
    const mails = await query<{ id: string; kind: string; recipient: string; language: string; payload: object }>(
      'select * from claim_due_mails(100)',
    )
    for (const { id } of mails) await query('select finish_mail($1)', [id])
    return mails
  })

async function aSentMail(session: Session) {
  const { id } = await book(session, 'leyla', db.aylin)
  await deliver(session)
  await setStatus(session, 'aylin', id, 'confirmed')
  await deliver(session)
  const [mail] = await listed(session, 'appointment_confirmed')
  return { appointmentId: id, mail }
}

describe('a sent mail', () => {
  test('is recorded again for the same person, with their current address and language', async () => {
    await db.as(superuser, async (owner) => {
      const { appointmentId, mail } = await aSentMail(owner)
      expect(mail).toMatchObject({ state: 'sent', can_resend: true, resend_obstacle: null, is_repeat: false })
      await owner.query("update auth.users set email = 'leyla.new@example.test' where id = $1", [idOf('leyla')])
      await owner.query("update profiles set language = 'ru' where user_id = $1", [idOf('leyla')])
      expect(await resend(owner, mail?.id)).toBe('was allowed')
      expect((await deliver(owner)).filter(({ kind }) => kind !== 'account_email_changed')).toEqual([
        expect.objectContaining({
          kind: 'appointment_confirmed',
          recipient: 'leyla.new@example.test',
          language: 'ru',
          payload: { appointment_id: appointmentId, to: 'patient', variant: 'confirmed' },
        }),
      ])
      const [repeat] = await listed(owner, 'appointment_confirmed', 'leyla.new')
      expect(repeat).toMatchObject({ state: 'sent', can_resend: true, is_repeat: true })
      expect(await owner.query('select actor, subject from audit_log where action = $1', ['mail.resent'])).toEqual([
        { actor: idOf('nigar'), subject: `mail:${mail?.id}` },
      ])
    })
  })

  test('can be resent by admins only', async () => {
    await db.as(superuser, async (owner) => {
      const { mail } = await aSentMail(owner)
      for (const person of ['aylin', 'leyla', 'mallory', anonymous]) expect((await resend(owner, mail?.id, person))[0]).toBe('42501')
      expect(await listed(owner, 'appointment_confirmed')).toHaveLength(1)
    })
  })

  test('cannot be resent while a repeat waits, or more than three times an hour', async () => {
    await db.as(superuser, async (owner) => {
      const { mail } = await aSentMail(owner)
      expect(await resend(owner, mail?.id)).toBe('was allowed')
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'mail_not_resendable'])
      expect((await listed(owner, 'appointment_confirmed'))[0]).toMatchObject({ can_resend: false, resend_obstacle: 'waiting' })
      for (const _ of [2, 3]) {
        await deliver(owner)
        // Resending a repeat counts as resending the original mail.
        expect(await resend(owner, (await listed(owner, 'appointment_confirmed')).at(-1)?.id)).toBe('was allowed')
      }
      await deliver(owner)
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'too_many_requests'])
    })
  })

  test('cannot be resent once it is outdated', async () => {
    await db.as(superuser, async (owner) => {
      const { appointmentId, mail } = await aSentMail(owner)
      const [created] = await listed(owner, 'appointment_created')
      expect(created).toMatchObject({ state: 'sent', can_resend: false, resend_obstacle: 'outdated' })
      expect(await resend(owner, created?.id)).toEqual(['P0001', 'mail_not_resendable'])
      await owner.as('aylin', ({ query }) => query(`select reschedule_appointment($1, ${IN_A_WEEK}, '15:00')`, [appointmentId]))
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'mail_not_resendable'])
    })
  })

  test('has its waiting repeat dropped when it becomes outdated', async () => {
    await db.as(superuser, async (owner) => {
      const { appointmentId, mail } = await aSentMail(owner)
      await resend(owner, mail?.id)
      await setStatus(owner, 'aylin', appointmentId, 'cancelled')
      expect((await deliver(owner)).map(({ kind }) => kind)).toEqual(['appointment_cancelled', 'appointment_cancelled'])
    })
  })

  test('keeps its text and the time of the cancellation if it is about a cancellation', async () => {
    await db.as(superuser, async (owner) => {
      const { appointmentId } = await aSentMail(owner)
      await setStatus(owner, 'leyla', appointmentId, 'cancelled')
      await deliver(owner)
      await owner.query("update private.mail_outbox set created_at = created_at - interval '1 day'")
      const [mail] = await listed(owner, 'appointment_cancelled')
      expect(await resend(owner, mail?.id)).toBe('was allowed')
      const [repeat] = await deliver(owner)
      expect(repeat?.payload).toMatchObject({ variant: 'cancelled_by_patient', recorded_at: expect.any(String) })
      // Mails of earlier releases have no variant, so their text is unknown.
      await owner.query('update private.mail_outbox set variant = null')
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'mail_not_resendable'])
    })
  })

  test('about a contact message can be resent until the message is erased, which deletes the mail', async () => {
    await db.as(superuser, async (owner) => {
      await owner.as(anonymous, ({ query }) =>
        query("insert into contact_messages (name, email, message) values ('Ayşe', 'ayse@example.test', 'Soru')"),
      )
      await deliver(owner)
      const [notice] = await listed(owner, 'contact_notice', 'company')
      expect(await resend(owner, notice?.id)).toBe('was allowed')
      expect(await deliver(owner)).toMatchObject([
        { kind: 'contact_notice', recipient: 'company', payload: { message_id: expect.any(String) } },
      ])
      await owner.query('delete from contact_messages')
      expect(await owner.query("select from private.mail_outbox where kind like 'contact%'")).toEqual([])
    })
  })

  test('is deleted with its repeats when the person is erased', async () => {
    await db.as(superuser, async (owner) => {
      const { mail } = await aSentMail(owner)
      await resend(owner, mail?.id)
      await owner.query('select private.erase_account($1)', [idOf('leyla')])
      expect(await owner.query('select from private.mail_outbox where user_id = $1', [idOf('leyla')])).toEqual([])
    })
  })
})

describe('an invitation', () => {
  const invite = (session: Session, kind = 'account_invite') =>
    session.as(serviceRole, ({ query }) =>
      query<{ id: string }>("select * from record_account_mails($1, $2, 'tr', 72, $3, 'event')", [
        idOf('leyla'),
        kind,
        JSON.stringify([{ id: idOf(kind), recipient: emailOf('leyla'), sealed: 'secret' }]),
      ]),
    )

  test('is the only account mail in the log, with kind, recipient and state but without its link', async () => {
    await db.as(superuser, async (owner) => {
      await invite(owner)
      await invite(owner, 'account_recovery')
      const mails = await owner.as('nigar', ({ query }) => query('select * from list_mails()'))
      expect(mails).toMatchObject([
        { kind: 'account_invite', recipient: emailOf('leyla'), state: 'sending', can_resend: false, resend_obstacle: 'invitation' },
      ])
      const log = await owner.as('nigar', ({ query }) => query('select * from mail_log'))
      expect(log).toMatchObject([{ kind: 'account_invite' }])
      expect(JSON.stringify([mails, log])).not.toContain('secret')
      for (const person of ['aylin', 'leyla']) expect(await owner.as(person, ({ query }) => query('select from mail_log'))).toEqual([])
    })
  })

  test('cannot be resent from the log', async () => {
    await db.as(superuser, async (owner) => {
      const [mail] = await invite(owner)
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'mail_not_resendable'])
      await deliver(owner)
      expect(await resend(owner, mail?.id)).toEqual(['P0001', 'mail_not_resendable'])
    })
  })
})
