// A doctor or admin with a second factor who signed in with the password alone has no special rights: every function and table answers as
// for a user without a role. Every new function needs a line here.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { arrange, emailOf, idOf, type Name, type Session, superuser, useClinic } from './clinic.ts'
import { notice, publish, save } from './content.ts'
import { addRecord } from './files.ts'
import { addType, asSeen, bookType } from './offers.ts'
import { addAdult, addCaller, arrangeFor } from './patients.ts'

const db = useClinic()

/** The ids that the calls need, such as those of an appointment and of a mail. `fill` creates them. */
type Ids = Record<
  | 'appointment'
  | 'later'
  | 'typed'
  | 'type'
  | 'asked'
  | 'askedPatient'
  | 'caller'
  | 'consented'
  | 'patientInvitation'
  | 'byPhone'
  | 'mail'
  | 'invitation'
  | 'session'
  | 'entry'
  | 'previewToken',
  string
>
type Call = (ids: Ids) => string

const quoted = (value: string) => `'${value}'`
const AYLIN = quoted(idOf('doctor aylin'))
const RAUF = quoted(idOf('doctor rauf'))
const DAY = "((now() at time zone 'Europe/Istanbul')::date + 7)"
const ofAppointment =
  (name: string, more = ''): Call =>
  ({ appointment }) =>
    `${name}('${appointment}'${more})`
const plain = (call: string) => (): string => call
/** For calls that return a new id each time. */
const gives = (call: string) => (): string => `(select ${call} is not null) as given`

/** Calls that answer a doctor at aal2 differently from a stranger. */
const OF_DOCTORS: Record<string, Call> = {
  add_time_off: plain(`add_time_off(${AYLIN}, ${DAY}, ${DAY})`),
  answer_appointments: ({ later }) => `answer_appointments(array['${later}']::uuid[], 'confirmed')`,
  answer_waiting: ofAppointment('answer_waiting', ", 'now'"),
  attend_call: ofAppointment('attend_call'),
  book_for_patient: plain(`book_for_patient(${quoted(idOf('leyla'))}, ${AYLIN}, ${DAY}, '15:00', 'x')`),
  create_invitation: plain("create_invitation('new@example.test', 'patient', 'tr')"),
  end_call: ofAppointment('end_call'),
  export_appointments: plain('export_appointments()'),
  find_patients: plain("find_patients('leyla')"),
  get_calendar: plain(`get_calendar(array[${AYLIN}]::uuid[], current_date, current_date + 6)`),
  get_call: ofAppointment('get_call'),
  get_dashboard_stats: plain('get_dashboard_stats()'),
  get_doctor_stats: plain(`get_doctor_stats(${AYLIN})`),
  get_note_draft: ofAppointment('get_note_draft'),
  get_note_sharing: ofAppointment('get_note_sharing'),
  list_affected_appointments: plain(`list_affected_appointments(${AYLIN})`),
  list_answers: ofAppointment('list_answers'),
  list_appointment_people: ofAppointment('list_appointment_people'),
  list_appointments: plain('list_appointments()'),
  list_guardians_of: ({ askedPatient }) => `list_guardians_of(array['${askedPatient}']::uuid[])`,
  list_note_drafts: plain('list_note_drafts()'),
  list_waiting: plain('list_waiting()'),
  move_appointment: ({ later }) => `move_appointment('${later}', ${DAY}, '16:00')`,
  open_call: ofAppointment('open_call'),
  open_patient_card: ofAppointment('open_patient_card'),
  record_consent: ({ asked }) => `record_consent('${asked}', 'health_data', '2026-11-18', 'tr', true)`,
  record_patient_health: ({ consented }) => `record_patient_health('${consented}', '1956-05-01')`,
  reschedule_appointment: ({ later }) => `reschedule_appointment('${later}', ${DAY}, '16:00')`,
  save_note: ofAppointment('save_note', ", 'note', 'Rest'"),
  save_note_draft: ofAppointment('save_note_draft', ", 'draft'"),
  save_working_hours: plain(`save_working_hours(${AYLIN}, '[]')`),
  watch_waiting_room: ({ session }) => `watch_waiting_room('${session}')`,
}
const OF_ADMINS: Record<string, Call> = {
  add_doctor: plain(`add_doctor('{"first_name": "A", "last_name": "B"}')`),
  announce_legal_document: plain("announce_legal_document('terms', '2026-11-18')"),
  assign_doctor: plain(`assign_doctor(${quoted(idOf('murat'))}, null, '{"first_name": "M", "last_name": "T"}')`),
  change_appointment_type: ({ typed, type }) => `change_appointment_type('${typed}', '${type}')`,
  count_legal_recipients: plain('count_legal_recipients()'),
  create_patient_by_staff: gives(`create_patient_by_staff('{"first_name": "A", "last_name": "B", "phone": "+994 50 222 22 22"}')`),
  get_account_mail_status: plain('get_account_mail_status()'),
  delete_content: ({ entry }) => `delete_content('${entry}')`,
  export_audit_log: plain('export_audit_log()'),
  get_overview: plain('get_overview()'),
  get_overview_fees: plain('get_overview_fees()'),
  get_overview_hours: plain('get_overview_hours()'),
  get_overview_languages: plain('get_overview_languages()'),
  get_overview_patients: plain('get_overview_patients()'),
  get_overview_reasons: plain('get_overview_reasons()'),
  invite_patient_to_claim: ({ caller }) => `(select invite_patient_to_claim('${caller}', 'c@example.test') is not null) as given`,
  list_audit_log: plain('list_audit_log()'),
  list_contact_messages: plain('list_contact_messages()'),
  list_mails: plain('list_mails()'),
  list_people: plain('list_people()'),
  list_phone_reminders: plain('list_phone_reminders()'),
  mark_phone_reminder: ({ byPhone }) => `mark_phone_reminder('${byPhone}')`,
  order_content: ({ entry }) => `order_content('notice', array['${entry}']::uuid[])`,
  publish_content: ({ entry }) => `publish_content('${entry}', 1)`,
  record_payment: ({ typed }) => `(select (record_payment('${typed}', 'paid', 100, current_date)).id is not null) as given`,
  renew_invitation: ({ invitation }) => `renew_invitation('${invitation}')`,
  resend_mail: ({ mail }) => `resend_mail('${mail}')`,
  reset_second_factor: plain(`reset_second_factor(${quoted(idOf('rauf'))})`),
  restore_content: ({ entry }) => `restore_content('${entry}', 1, 1)`,
  revoke_invitation: ({ invitation }) => `revoke_invitation('${invitation}')`,
  revoke_patient_invitation: ({ patientInvitation }) => `revoke_patient_invitation('${patientInvitation}')`,
  save_content_draft: ({ entry }) => `save_content_draft('${entry}', 'notice', null, '${JSON.stringify(notice())}', 1)`,
  save_doctor: plain(`save_doctor(${RAUF}, '{"bio": "new"}')`),
  set_appointment_fee: ({ typed }) => `set_appointment_fee('${typed}', 12000, 'AZN')`,
  set_ban: plain(`set_ban(${quoted(idOf('murat'))}, true)`),
  set_public_fees: plain('set_public_fees(true)'),
  share_content_preview: ({ entry }) => `(select token is not null as given from share_content_preview('${entry}'))`,
  unmark_phone_reminder: ({ byPhone }) => `unmark_phone_reminder('${byPhone}')`,
  withdraw_content: ({ entry }) => `withdraw_content('${entry}')`,
}
/** Calls about the caller's own account and irreversible actions. Users with a factor need aal2 for them. */
const OF_FACTOR_OWNERS: Record<string, Call> = {
  accept_patient_invitation: plain("accept_patient_invitation('guess')"),
  end_my_session: ({ session }) => `end_my_session('${session}')`,
  erase_my_account: plain("erase_my_account('nobody@example.test')"),
  erase_patient_record: ({ caller }) => `erase_patient_record('${caller}')`,
  export_my_data: plain('export_my_data()'),
  list_my_sessions: plain('list_my_sessions()'),
}
/** Calls that answer every signed-in user alike. */
const OF_EVERYBODY: Record<string, Call> = {
  agree_to_fee: ({ typed }) => `agree_to_fee('${typed}', 12000, 'AZN')`,
  are_fees_public: plain('are_fees_public()'),
  cancel_my_email_change: plain('cancel_my_email_change()'),
  claim_first_admin: plain("claim_first_admin('guess')"),
  claim_relay_test: plain('claim_relay_test()'),
  create_patient: gives(
    `create_patient('{"first_name": "A", "last_name": "B", "phone": "+994 50 111 11 11", "birth_year": 1956}', 'parent', 'asked', '2026-11-18')`,
  ),
  first_admin_needs_code: plain('first_admin_needs_code()'),
  get_available_days: plain(`get_available_days(${AYLIN}, ${DAY}, ${DAY})`),
  get_available_slots: plain(`get_available_slots(${AYLIN}, ${DAY})`),
  get_available_week: plain(`get_available_week(${AYLIN}, ${DAY})`),
  get_content_preview: ({ previewToken }) => `get_content_preview('${previewToken}')`,
  get_next_slots: plain('get_next_slots()'),
  get_patient_invitation: plain("get_patient_invitation('guess')"),
  get_public_doctors: plain('get_public_doctors()'),
  get_retired_doctors: plain('get_retired_doctors()'),
  get_public_fees: plain(`get_public_fees(array[${RAUF}]::uuid[])`),
  get_waiting_status: ofAppointment('get_waiting_status'),
  is_file_limit_reached: ofAppointment('is_file_limit_reached'),
  hold_slot: plain(`hold_slot(${RAUF}, ${DAY}, '11:00')`),
  invite_guardian: ({ askedPatient }) => `invite_guardian('${askedPatient}', 'c@example.test')`,
  leave_call: ofAppointment('leave_call'),
  leave_guardianship: ({ askedPatient }) => `leave_guardianship('${askedPatient}')`,
  leave_waiting_room: ofAppointment('leave_waiting_room'),
  list_card_openings: plain('list_card_openings()'),
  list_my_people: plain('list_my_people()'),
  no_admin_exists: plain('no_admin_exists()'),
  release_hold: plain('release_hold()'),
  save_answer: ({ typed, type }) => `save_answer('${typed}', '${type}', 'Since May')`,
  save_answer_draft: ({ typed, type }) => `save_answer_draft('${typed}', '${type}', 'Since')`,
  unwatch_waiting_room: ({ session }) => `unwatch_waiting_room('${session}')`,
  undo_move: ({ later }) => `undo_move('${later}')`,
  wait_for_doctor: ofAppointment('wait_for_doctor'),
}
/** Describes the caller's own factor, also at aal1. */
const ABOUT_THE_FACTOR = ['my_second_factor']

/** Fills the clinic with every kind of data, and adds factors for both members of staff. */
async function fill(session: Session): Promise<Ids> {
  const { query } = session
  const { id: appointment } = await arrange(session, 'leyla', db.aylin, { startsIn: '5 minutes' })
  const { id: later } = await arrange(session, 'murat', db.aylin, { startsIn: '3 days', status: 'pending' })
  // An appointment of a patient without account and guardian, whom an admin reminds by phone.
  const byPhone = await arrangeFor(session, await addCaller(session), db.rauf, { startsIn: '20 hours' })
  const caller = await addCaller(session)
  const askedPatient = await addAdult(session, 'leyla')
  const asked = await arrangeFor(session, askedPatient, db.aylin, { startsIn: '40 hours' })
  const consented = await arrangeFor(session, await addAdult(session, 'leyla'), db.aylin, { startsIn: '45 hours' })
  await session.as('aylin', (aylin) => aylin.query("select record_consent($1, 'health_data', '2026-11-18', 'tr', true)", [consented]))
  const type = await addType(session, db.rauf)
  const { id: typed } = await bookType(session, 'murat', db.rauf, { seen: asSeen(type) })
  const [invited] = await session.as('leyla', (leyla) =>
    leyla.query<{ id: string }>("select invite_patient_to_claim($1, 'claimer@example.test') as id", [askedPatient]),
  )
  await session.as('leyla', (leyla) => leyla.query('select wait_for_doctor($1)', [appointment]))
  await session.as('aylin', (aylin) => aylin.query("select save_note_draft($1, 'draft')", [appointment]))
  await query('insert into appointment_messages (appointment_id, sender, body) select $1, unnest($2::uuid[]), $3', [
    appointment,
    ['leyla', 'aylin'].map(idOf),
    'hello',
  ])
  for (const name of ['leyla', 'aylin']) await addRecord(session, name, appointment, { file_path: `${appointment}/1-${name}.pdf` })
  await query("insert into appointment_private_notes (appointment_id, note) values ($1, 'private')", [appointment])
  await query("insert into note_templates (doctor_id, title, body) values ($1, 'Control', 'In a month')", [db.aylin])
  await query(
    "insert into doctor_leave (doctor_id, leave_date) select $1, (starts_at at time zone 'Europe/Istanbul')::date from appointments where id = $2",
    [db.aylin, later],
  )
  await query("insert into doctor_extra_hours (doctor_id, on_date, start_time, end_time) values ($1, current_date + 9, '18:00', '19:00')", [
    db.aylin,
  ])
  await query("insert into contact_messages (name, email, message) values ('A', 'a@example.test', 'Hello')")
  const [sent] = await session.as('nigar', (nigar) =>
    nigar.query<{ invitation_id: string }>("select invitation_id from create_invitation('guest@example.test', 'patient', 'tr')"),
  )
  const [mail] = await query<{ id: string }>(
    `insert into private.mail_outbox (kind, recipient, language, payload, dedupe_key, state, last_error)
     values ('appointment_booked', 'a@example.test', 'tr', '{}', 'x', 'failed', 'refused') returning id`,
  )
  const entry = await save(session, notice())
  await publish(session, entry)
  const [draft] = await query<{ preview_token: string }>('select preview_token from site_content_drafts')
  for (const name of ['nigar', 'aylin', 'rauf'])
    await query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', 'Phone', now(), now())`,
      [idOf(name)],
    )
  return {
    appointment,
    later,
    byPhone,
    typed,
    type: type.id,
    asked,
    consented,
    askedPatient,
    caller,
    patientInvitation: invited?.id ?? '',
    mail: mail?.id ?? '',
    invitation: sent?.invitation_id ?? '',
    session: randomUUID(),
    entry,
    previewToken: draft?.preview_token ?? '',
  }
}

type Level = 'aal1' | 'aal2'

const UNDONE = 'ZZ001'

/** Runs a call in a session at that level and returns its rows as text, or the refusal. Its changes are rolled back. */
async function outcome(session: Session, name: Name, level: Level, call: string) {
  const id = randomUUID()
  await session.query('insert into auth.sessions (id, user_id, aal) values ($1, $2, $3)', [id, idOf(name), level])
  return session.as(name, async ({ query }) => {
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    const claims = { sub: idOf(name), email: emailOf(name), role: 'authenticated', session_id: id, aal: level, amr }
    await query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
    try {
      await query(`do $do$ declare answer jsonb; begin
        with answered as (${call}) select jsonb_agg(to_jsonb(answered)) into answer from answered;
        raise exception using errcode = '${UNDONE}', message = coalesce(answer::text, 'nothing');
      end $do$`)
      return 'no answer'
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string }
      return code === UNDONE ? String(message) : `refused: ${code} ${message}`
    }
  })
}

/** The outcomes of all calls for one person, by function. */
async function outcomes(session: Session, ids: Ids, name: Name, level: Level, calls: Record<string, Call>) {
  const found: Record<string, string> = {}
  for (const [fn, call] of Object.entries(calls)) found[fn] = await outcome(session, name, level, `select * from ${call(ids)}`)
  return found
}

test('every function that signed-in people can call has a line here', async () => {
  const functions = await db.as(superuser, ({ query }) =>
    query<{ name: string }>(
      "select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')",
    ),
  )
  const lines = [OF_DOCTORS, OF_ADMINS, OF_FACTOR_OWNERS, OF_EVERYBODY].flatMap((calls) => Object.keys(calls))
  expect([...lines, ...ABOUT_THE_FACTOR].toSorted()).toEqual(functions.map(({ name }) => name).toSorted())
})

describe('functions', () => {
  const STAFF: [Name, Record<string, Call>][] = [
    ['aylin', OF_DOCTORS],
    ['nigar', OF_ADMINS],
  ]

  test.each(STAFF)('for staff answer %s differently from a stranger only with the factor', async (name, calls) => {
    await db.as(superuser, async (session) => {
      const ids = await fill(session)
      const asStranger = await outcomes(session, ids, 'mallory', 'aal1', calls)
      const withFactor = await outcomes(session, ids, name, 'aal2', calls)
      // A call that answers both alike, or is refused, would prove nothing.
      expect(Object.keys(calls).filter((fn) => withFactor[fn] === asStranger[fn] || withFactor[fn]?.startsWith('refused'))).toEqual([])
      expect(await outcomes(session, ids, name, 'aal1', calls)).toEqual(asStranger)
    })
  })

  test.each(['aylin', 'nigar'] as const)('for other users answer %s like a stranger, or ask for the factor', async (name) => {
    await db.as(superuser, async (session) => {
      const ids = await fill(session)
      const others = { ...OF_EVERYBODY, ...OF_DOCTORS, ...OF_ADMINS }
      expect(await outcomes(session, ids, name, 'aal1', others)).toEqual(await outcomes(session, ids, 'mallory', 'aal1', others))
      const own = await outcomes(session, ids, name, 'aal1', OF_FACTOR_OWNERS)
      expect(new Set(Object.values(own))).toEqual(new Set(['refused: P0001 second_factor_needed']))
      expect(Object.values(await outcomes(session, ids, name, 'aal2', OF_FACTOR_OWNERS))).not.toContain(
        'refused: P0001 second_factor_needed',
      )
    })
  })
})

describe('tables', () => {
  /** Tables in which staff see rows of their own: the profile, the role, and the doctor's public record. */
  const OWN = ['profiles', 'user_roles', 'doctors']

  const readable = ({ query }: Session) =>
    query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
         and (has_any_column_privilege('authenticated', oid, 'select')) order by 1`,
    )

  test.each(['aylin', 'nigar'] as const)('show %s the same rows as a stranger', async (name) => {
    await db.as(superuser, async (session) => {
      await fill(session)
      const tables = await readable(session)
      expect(tables.length).toBeGreaterThan(15)
      for (const { name: table } of tables.filter((one) => !OWN.includes(one.name))) {
        const count = `select count(*) from public.${table}`
        expect([table, await outcome(session, name, 'aal1', count)]).toEqual([table, await outcome(session, 'mallory', 'aal1', count)])
      }
    })
  })

  test.each(['aylin', 'nigar'] as const)('let %s delete nothing, even without a condition', async (name) => {
    await db.as(superuser, async (session) => {
      await fill(session)
      for (const { name: table } of await session.query<{ name: string }>(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and has_table_privilege('authenticated', oid, 'delete')",
      ))
        expect([table, await outcome(session, name, 'aal1', `delete from public.${table} returning 1`)]).toEqual([table, 'nothing'])
    })
  })
})
