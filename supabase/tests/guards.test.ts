// Invariants of every table, function and policy, including those added later.
import { expect, test } from 'vitest'
import { superuser } from '../../server/testing/database.ts'
import { useDatabase } from './clinic.ts'

const db = useDatabase()

const list = async (sql: string) => (await db.as(superuser, ({ query }) => query<{ name: string }>(sql))).map(({ name }) => name)

test('the queries below find tables and functions to check', async () => {
  expect(
    (await list("select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'")).length,
  ).toBeGreaterThan(8)
  expect((await list("select proname as name from pg_proc where pronamespace = 'private'::regnamespace")).length).toBeGreaterThan(30)
})

test('every table of ours has row level security', async () => {
  const open = `select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity`
  expect(await list(open)).toEqual([])
})

test('every function of ours has an empty search path', async () => {
  const loose = `select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not coalesce('search_path=""' = any (p.proconfig), false)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  expect(await list(loose)).toEqual([])
})

test('no function in public is a security definer', async () => {
  expect(await list("select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef")).toEqual([])
  const views = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
    and not coalesce('security_invoker=true' = any (reloptions), false)`
  expect(await list(views)).toEqual([])
})

test('a pass-through function in public calls the private function of the same name', async () => {
  const functions = await db.as(superuser, ({ query }) =>
    query<{ name: string; body: string; parameters: string[] | null }>(
      "select proname as name, prosrc as body, proargnames as parameters from pg_proc where pronamespace = 'public'::regnamespace",
    ),
  )
  const passingOn = functions.flatMap(({ name, body, parameters }) => {
    const [, called, given = ''] = /^\s*select\s+(?:\*\s+from\s+)?private\.(\w+)\(([\w\s.,]*)\)\s*$/i.exec(body) ?? []
    const names = given.split(',').map((argument) => argument.trim().replace(`${name}.`, ''))
    return called && names.every((argument) => argument === '' || parameters?.includes(argument)) ? [[name, called]] : []
  })
  expect(passingOn.length).toBeGreaterThan(15)
  expect(passingOn.filter(([name, called]) => name !== called)).toEqual([])
})

test('every security definer function says why in its comment', async () => {
  const silent = `select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'private'::regnamespace and prosecdef and coalesce(obj_description(oid, 'pg_proc'), '') !~ '^Definer: '`
  expect(await list(silent)).toEqual([])
})

test('no role has two policies for one command, and no policy is for all commands or all roles', async () => {
  const doubled = `select schemaname || '.' || tablename || ' ' || cmd || ' ' || role as name
    from pg_policies, unnest(roles) as role where schemaname in ('public', 'private', 'storage', 'realtime')
    group by schemaname, tablename, cmd, role having count(*) > 1`
  expect(await list(doubled)).toEqual([])
  expect(
    await list(
      "select policyname as name from pg_policies where cmd = 'ALL' or roles = '{public}' or qual = 'true' or with_check = 'true'",
    ),
  ).toEqual([])
})

test('a policy evaluates the caller’s identity once a query, not once a row', async () => {
  const bare = `select policyname as name from pg_policies
    where regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT (auth\\.uid|private\\.is_admin|private\\.my_doctor_id)\\(\\)', '', 'g')
          ~ '(auth\\.uid|is_admin|my_doctor_id)\\(\\)'`
  expect(await list(bare)).toEqual([])
})

test('every foreign key of ours has an index', async () => {
  const unindexed = `select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`
  expect(await list(unindexed)).toEqual([])
})

test('visitors can call and read exactly the listed functions and tables', async () => {
  const functions = `select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute') order by 1`
  expect(await list(functions)).toEqual([
    'get_available_days(uuid,date,date,uuid,uuid)',
    'get_available_slots(uuid,date,uuid,uuid)',
    'get_available_week(uuid,date,uuid,uuid)',
    'get_content_preview(uuid)',
    'get_next_slots(uuid[],integer)',
    'get_patient_invitation(text)',
    'get_public_doctors()',
    'get_public_fees(uuid[])',
    'get_retired_doctors()',
    'no_admin_exists()',
  ])
  const readable = `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and has_any_column_privilege('anon', oid, 'select') order by 1`
  expect(await list(readable)).toEqual([
    'appointment_types',
    'company_settings',
    'doctor_availability',
    'doctor_texts',
    'doctors',
    'doctors_public',
    'site_content',
    'specialties',
  ])
  const writable = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
    and (has_any_column_privilege('anon', oid, 'insert, update') or has_table_privilege('anon', oid, 'delete, truncate'))`
  expect(await list(writable)).toEqual(['contact_messages'])
})

test('signed-in users can call exactly the listed functions in public, and truncate nothing', async () => {
  const functions = `select proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
  expect(await list(functions)).toEqual([
    'accept_patient_invitation',
    'add_doctor',
    'add_time_off',
    'agree_to_fee',
    'announce_legal_document',
    'answer_appointments',
    'answer_waiting',
    'are_fees_public',
    'assign_doctor',
    'attend_call',
    'book_for_patient',
    'cancel_my_email_change',
    'change_appointment_type',
    'claim_first_admin',
    'claim_relay_test',
    'count_legal_recipients',
    'create_invitation',
    'create_patient',
    'create_patient_by_staff',
    'delete_content',
    'end_call',
    'end_my_session',
    'erase_my_account',
    'erase_patient_record',
    'export_appointments',
    'export_audit_log',
    'export_my_data',
    'find_patients',
    'first_admin_needs_code',
    'get_account_mail_status',
    'get_available_days',
    'get_available_slots',
    'get_available_week',
    'get_calendar',
    'get_call',
    'get_content_preview',
    'get_dashboard_stats',
    'get_doctor_stats',
    'get_next_slots',
    'get_note_draft',
    'get_note_sharing',
    'get_overview',
    'get_overview_fees',
    'get_overview_hours',
    'get_overview_languages',
    'get_overview_patients',
    'get_overview_reasons',
    'get_patient_invitation',
    'get_public_doctors',
    'get_public_fees',
    'get_retired_doctors',
    'get_waiting_status',
    'hold_slot',
    'invite_guardian',
    'invite_patient_to_claim',
    'is_file_limit_reached',
    'leave_call',
    'leave_guardianship',
    'leave_waiting_room',
    'list_affected_appointments',
    'list_answers',
    'list_appointment_people',
    'list_appointments',
    'list_audit_log',
    'list_card_openings',
    'list_contact_messages',
    'list_guardians_of',
    'list_mails',
    'list_my_people',
    'list_my_sessions',
    'list_note_drafts',
    'list_people',
    'list_phone_reminders',
    'list_waiting',
    'mark_phone_reminder',
    'move_appointment',
    'my_second_factor',
    'no_admin_exists',
    'open_call',
    'open_patient_card',
    'order_content',
    'publish_content',
    'record_consent',
    'record_patient_health',
    'record_payment',
    'release_hold',
    'renew_invitation',
    'reschedule_appointment',
    'resend_mail',
    'reset_second_factor',
    'restore_content',
    'revoke_invitation',
    'revoke_patient_invitation',
    'save_answer',
    'save_answer_draft',
    'save_content_draft',
    'save_doctor',
    'save_note',
    'save_note_draft',
    'save_working_hours',
    'set_appointment_fee',
    'set_ban',
    'set_public_fees',
    'share_content_preview',
    'undo_move',
    'unmark_phone_reminder',
    'unwatch_waiting_room',
    'wait_for_doctor',
    'watch_waiting_room',
    'withdraw_content',
  ])
  const truncatable = `select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and relkind = 'r' and has_table_privilege('authenticated', oid, 'truncate, trigger, references')`
  expect(await list(truncatable)).toEqual([])
})

test('a new column is writable only for admins, or behind a guard that lists what is allowed', async () => {
  const wholeTables = `select relname || ' ' || lower(verb) as name from pg_class, unnest(array['INSERT', 'UPDATE']) as verb
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v')
      and (has_table_privilege('anon', oid, verb) or has_table_privilege('authenticated', oid, verb)) order by 1`
  expect(await list(wholeTables)).toEqual([
    'appointments update', // private.guard_appointment
    'doctor_contacts insert',
    'doctor_contacts update',
    'doctors insert',
    'doctors update', // private.guard_doctor
  ])
})

test('nobody can delete rows that are only ever cancelled, kept or appended', async () => {
  const deletable = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and has_table_privilege('authenticated', oid, 'delete') order by 1`
  expect(await list(deletable)).toEqual([
    'appointment_files',
    'appointment_private_notes',
    'appointment_questions',
    'appointment_types',
    'doctor_availability',
    'doctor_contacts',
    'doctor_extra_hours',
    'doctor_leave',
    'doctor_texts',
    'doctors',
    'note_templates',
    'specialties',
    'user_roles',
  ])
})

test('clients can read only two tables in private, through views, and never the body of a mail', async () => {
  const readable = `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'select') or has_column_privilege('anon', c.oid, a.attnum, 'select')) order by 1`
  const columns = await list(readable)
  expect(new Set(columns.map((name) => name.split('.')[0]))).toEqual(new Set(['mail_outbox', 'profiles']))
  expect(columns).not.toContain('mail_outbox.payload')
})
