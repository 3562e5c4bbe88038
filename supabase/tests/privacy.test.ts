import { describe, expect, test, vi } from 'vitest'
import { anonymous, arrange, book, consentOf, emailOf, idOf, openClinic, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addRecord } from './files.ts'

const db = useClinic()

const erase = (session: Session, name: string, confirmation = emailOf(name)) =>
  session.as(name, ({ query }) => query('select erase_my_account($1)', [confirmation]))
const exported = async (session: Session, name: string) =>
  session.as(name, async ({ query }) => (await query<{ data: Record<string, unknown> }>('select export_my_data() as data'))[0]?.data ?? {})

/** Stores data about Leyla in every place where a user can. */
async function leaveTraces(owner: Session) {
  await consentOf(owner, 'leyla')
  await owner.as('leyla', ({ query }) =>
    query(
      "update profiles set first_name = 'Leylatrace', last_name = 'Soytrace', phone = '+994 50 TRACE', medical_history = 'astımtrace', gender = 'kadın', date_of_birth = '1991-02-03', timezone = 'Asia/Baku'",
    ),
  )
  await owner.query(
    `update auth.users set raw_user_meta_data = '{"first_name": "Leylatrace"}', last_sign_in_at = now(), confirmation_sent_at = now() where id = $1`,
    [idOf('leyla')],
  )
  await owner.query(
    "insert into auth.identities (user_id, provider_id, provider, identity_data) values ($1::uuid, $1::text, 'email', jsonb_build_object('email', $2::text))",
    [idOf('leyla'), emailOf('leyla')],
  )
  await owner.query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [idOf('leyla')])
  await owner.query("insert into auth.refresh_tokens (token, user_id) values ('tracetoken', $1)", [idOf('leyla')])
  await owner.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to) values (gen_random_uuid(), $1, 'recovery_token', 'tracehash', $2)`,
    [idOf('leyla'), emailOf('leyla')],
  )
  await owner.query(
    `insert into auth.audit_log_entries (id, payload) values (gen_random_uuid(), jsonb_build_object('actor_id', $1::text, 'actor_username', $2::text))`,
    [idOf('leyla'), emailOf('leyla')],
  )
  const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '1 hour' })
  await owner.as('aylin', ({ query }) => query("update appointments set notes = 'nottrace' where id = $1", [id]))
  await owner.query("update appointments set patient_complaint = 'şikayettrace' where id = $1", [id])
  for (const person of ['leyla', 'aylin']) {
    await addRecord(owner, person, id, { file_name: 'dosyatrace.pdf', file_path: `${id}/${person}.pdf` })
  }
  await owner.query(
    "insert into appointment_messages (appointment_id, sender, body) select $1, sender, 'sohbettrace' from unnest($2::uuid[]) as sender",
    [id, ['leyla', 'aylin'].map(idOf)],
  )
  await arrange(owner, 'leyla', db.rauf, { startsIn: '-30 days', status: 'completed' })
  await book(owner, 'leyla', db.rauf)
  await owner.as('leyla', ({ query }) =>
    query("insert into contact_messages (name, email, message) values ('Leylatrace', 'other@example.test', 'mesajtrace')"),
  )
  await owner.as(anonymous, ({ query }) =>
    query(`insert into contact_messages (name, email, message) values ('Leylatrace', '${emailOf('leyla').toUpperCase()}', 'mesajtrace')`),
  )
  return id
}

/** Every row of every table that contains one of the words. */
async function tracesOf({ query }: Session, words: string[]) {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage', 'realtime')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`select t::text as row from ${name} t where t::text ilike any ($1)`, [
      words.map((word) => `%${word}%`),
    ])
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

describe('export', () => {
  test('contains everything about the caller and nothing about others', async () => {
    await db.as(superuser, async (owner) => {
      await leaveTraces(owner)
      await book(owner, 'murat', db.aylin, { time: '15:00' })
      const data = await exported(owner, 'leyla')
      expect(Object.keys(data).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'account',
        'answer_drafts',
        'answers',
        'appointment_types',
        'appointments',
        'booked_for_others',
        'call_notices',
        'consents',
        'contact_messages',
        'doctor',
        'doctor_texts',
        'extra_hours',
        'files',
        'guardianships',
        'held_slot',
        'invitations',
        'log',
        'mails',
        'messages',
        'note_templates',
        'patient_card_opened',
        'patient_invitations',
        'payments',
        'people',
        'profile',
        'roles',
      ])
      expect(data).toMatchObject({
        account: { email: emailOf('leyla') },
        profile: { medical_history: 'astımtrace' },
        doctor: null,
        roles: [],
      })
      expect(data['appointments']).toHaveLength(3)
      expect(data['files']).toHaveLength(2)
      expect(data['contact_messages']).toHaveLength(1)
      expect(data['messages']).toMatchObject([{ body: 'sohbettrace' }, { body: 'sohbettrace' }])
      expect(JSON.stringify(data)).toContain('nottrace')
      expect(JSON.stringify(data)).not.toMatch(/murat|encrypted_password|tracetoken|tracehash/)
    })
  })

  test('contains record, contact and hours for a doctor', async () => {
    const data = await db.as(superuser, async (owner) => {
      await leaveTraces(owner)
      return exported(owner, 'aylin')
    })
    // The patient's messages are the patient's data.
    expect(data['messages']).toMatchObject([{ sender: idOf('aylin') }])
    expect(data['doctor']).toMatchObject({ first_name: 'Aylin', contact: { email: 'praxis.kaya@example.test' }, leaves: [] })
    expect(data['roles']).toEqual(['doctor'])
  })

  test('is refused to visitors', async () => {
    expect((await refusal(db.as(anonymous, ({ query }) => query('select export_my_data()'))))[0]).toBe('42501')
  })
})

describe('erasure', () => {
  test('leaves no data of the user in any table', async () => {
    await db.as(superuser, async (owner) => {
      await leaveTraces(owner)
      const words = ['trace', emailOf('leyla'), '1991-02-03']
      const before = new Set((await tracesOf(owner, words)).map((trace) => trace.split(':')[0]))
      expect(before.size).toBeGreaterThanOrEqual(10)
      await erase(owner, 'leyla')
      // The last mail still needs its address, which is erased once the mail is sent.
      await owner.query("update private.mail_outbox set state = 'sent', payload = null, sent_at = now() where kind = 'account_erased'")
      // Paths stay until the clean-up, because only the storage service can remove the stored bytes.
      expect((await tracesOf(owner, words)).filter((trace) => !trace.startsWith('private.files_to_remove'))).toEqual([])
    })
  })

  test('deletes the networks from which the user has signed in', async () => {
    await db.as(superuser, async (owner) => {
      for (const name of ['leyla', 'murat']) await owner.query("select _server.remember_network($1, sha256('home'))", [idOf(name)])
      await erase(owner, 'leyla')
      expect(await owner.query('select account from _server.known_networks')).toEqual([{ account: idOf('murat') }])
    })
  })

  test('keeps appointments without their contents, cancels future ones, and notifies the doctor', async () => {
    await db.as(superuser, async (owner) => {
      const id = await leaveTraces(owner)
      await owner.query('delete from private.mail_outbox')
      await erase(owner, 'leyla')
      const rows = await owner.query(
        'select status, patient_complaint, notes, erased_at is not null as erased from appointments where user_id = $1 order by starts_at',
        [idOf('leyla')],
      )
      const emptied = { patient_complaint: null, notes: null, erased: true }
      expect(rows).toEqual([
        { status: 'completed', ...emptied },
        { status: 'cancelled', ...emptied },
        { status: 'cancelled', ...emptied },
      ])
      expect(await owner.query('select first_name, last_name, email, phone from profiles where user_id = $1', [idOf('leyla')])).toEqual([
        { first_name: 'deleted', last_name: 'user', email: null, phone: null },
      ])
      expect(
        (await owner.query("select recipient from private.mail_outbox where kind <> 'account_erased' order by recipient")).map(
          ({ recipient }) => recipient,
        ),
      ).toEqual(['praxis.kaya@example.test', emailOf('rauf')])
      expect(await owner.query('select path from private.files_to_remove order by 1')).toEqual([
        { path: `${id}/aylin.pdf` },
        { path: `${id}/leyla.pdf` },
      ])
      expect(await owner.query("select from audit_log where action = 'account.erased'")).toHaveLength(1)
    })
  })

  test('ends the account: no session, no password, marked as deleted', async () => {
    await db.as(superuser, async (owner) => {
      await leaveTraces(owner)
      await erase(owner, 'leyla')
      const [account] = await owner.query(
        'select email, encrypted_password, raw_user_meta_data, deleted_at is not null as deleted from auth.users where id = $1',
        [idOf('leyla')],
      )
      expect(account).toEqual({ email: null, encrypted_password: '', raw_user_meta_data: {}, deleted: true })
      for (const table of ['sessions', 'refresh_tokens', 'identities', 'one_time_tokens']) {
        expect(await owner.query(`select from auth.${table} where user_id::text = $1`, [idOf('leyla')])).toHaveLength(0)
      }
    })
  })

  test('does not change other users’ data', async () => {
    await db.as(superuser, async (owner) => {
      await book(owner, 'murat', db.aylin, { time: '15:00' })
      const others = () =>
        owner.query(
          'select p.first_name, a.status, a.patient_complaint from profiles p left join appointments a using (user_id) where p.user_id <> $1 order by 1',
          [idOf('leyla')],
        )
      const before = await others()
      await leaveTraces(owner)
      await erase(owner, 'leyla')
      expect(await others()).toEqual(before)
    })
  })

  test('requires the user’s own address as confirmation', async () => {
    await db.as(superuser, async (owner) => {
      for (const wrong of ['', 'yes', emailOf('murat')])
        expect(await refusal(erase(owner, 'leyla', wrong))).toEqual(['P0001', 'confirmation_does_not_match'])
      expect(await refusal(erase(owner, 'leyla', ` ${emailOf('leyla').toUpperCase()} `))).toBe('was allowed')
      for (const confirmation of [emailOf('leyla'), null as unknown as string])
        expect((await refusal(erase(owner, 'leyla', confirmation)))[0]).toBe('42501')
    })
  })

  test('is refused for the last admin and for a doctor with open appointments', async () => {
    await db.as(superuser, async (owner) => {
      expect(await refusal(erase(owner, 'nigar'))).toEqual(['P0001', 'last_admin'])
      await book(owner, 'leyla', db.aylin)
      expect(await refusal(erase(owner, 'aylin'))).toEqual(['P0001', 'doctor_has_open_appointments'])
    })
  })

  test('keeps messages from an unconfirmed address, because others may have sent them', async () => {
    await db.as(superuser, async (owner) => {
      await owner.as(anonymous, ({ query }) =>
        query(`insert into contact_messages (name, email, message) values ('A', '${emailOf('murat')}', 'Soru')`),
      )
      await erase(owner, 'murat')
      expect(await owner.query('select from contact_messages where email = $1', [emailOf('murat')])).toHaveLength(1)
    })
  })

  test('invalidates remaining tokens', async () => {
    await db.as(superuser, async (owner) => {
      await erase(owner, 'leyla')
      expect((await refusal(book(owner, 'leyla', db.aylin)))[0]).toBe('42501')
      expect(await owner.as('leyla', ({ query }) => query("update profiles set first_name = 'Leyla' returning 1"))).toHaveLength(0)
      expect((await refusal(exported(owner, 'leyla')))[0]).toBe('42501')
      await owner.query("alter table user_roles disable trigger user; delete from user_roles where role = 'admin'")
      const claim = owner.as('leyla', ({ query }) => query("insert into user_roles (user_id, role) values ($1, 'admin')", [idOf('leyla')]))
      expect((await refusal(claim))[0]).toBe('42501')
    })
  })

  test('queues objects without a record, and keeps files that a doctor shared with patients', async () => {
    await db.as(superuser, async (owner) => {
      const { id } = await arrange(owner, 'leyla', db.aylin, { startsIn: '-2 days', status: 'completed' })
      await addRecord(owner, 'aylin', id, { file_path: `${id}/r.pdf` })
      await owner.query("insert into storage.objects (bucket_id, name, owner_id) values ('appointment-files', $1, $2)", [
        `${id}/lost.pdf`,
        idOf('leyla'),
      ])
      await erase(owner, 'aylin')
      expect(await owner.as('leyla', ({ query }) => query('select from appointment_files'))).toHaveLength(1)
      await erase(owner, 'leyla')
      expect(await owner.query('select path from private.files_to_remove order by 1')).toEqual([
        { path: `${id}/lost.pdf` },
        { path: `${id}/r.pdf` },
      ])
    })
  })

  test('leaves no open appointment if it happens during a booking', async () => {
    const other = await openClinic()
    const asked: Promise<unknown>[] = []
    await other.keep('murat', async ({ query }) => {
      await query('select erase_my_account($1)', [emailOf('murat')])
      // The booking starts before the account is erased and waits for the lock that the erasure holds.
      asked.push(refusal(other.keep('murat', (murat) => book(murat, 'murat', other.aylin))))
      const isWaiting = "select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()"
      await vi.waitUntil(async () => (await other.as(superuser, (owner) => owner.query(isWaiting))).length > 0)
    })
    expect(await asked[0]).toEqual(['42501', expect.anything()])
    const open = await other.as(superuser, ({ query }) =>
      query("select from appointments where status <> 'cancelled' or erased_at is null"),
    )
    expect(open).toHaveLength(0)
    await other.drop()
  })

  test('unlinks a doctor’s record and removes it from the list', async () => {
    await db.as(superuser, async (owner) => {
      await erase(owner, 'aylin')
      expect(await owner.query('select user_id, available from doctors where id = $1', [db.aylin])).toEqual([
        { user_id: null, available: false },
      ])
      expect(await owner.query('select from doctor_contacts where doctor_id = $1', [db.aylin])).toHaveLength(0)
    })
  })

  test('is refused to visitors', async () => {
    expect((await refusal(db.as(anonymous, ({ query }) => query("select erase_my_account('x')"))))[0]).toBe('42501')
  })
})
