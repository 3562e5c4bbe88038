// The rules in `functions/_shared/rules.ts`, which pages and functions use, match the database.
import { expect, test } from 'vitest'
import { superuser } from '../../server/testing/database.ts'
import {
  CANCELLATION_REASONS,
  FILE_TYPES,
  LANGUAGES,
  MAX_BIOGRAPHY_LENGTH,
  MAX_BYTES_PER_APPOINTMENT,
  MAX_COMPLAINT_LENGTH,
  MAX_CONTACT_MESSAGE_LENGTH,
  MAX_DOCTOR_TITLE_LENGTH,
  MAX_FILE_BYTES,
  MAX_FILES_PER_APPOINTMENT,
  MAX_HONEYPOT_LENGTH,
  MAX_LICENCE_AUTHORITY_LENGTH,
  MAX_LICENCE_NUMBER_LENGTH,
  MAX_MEDICAL_HISTORY_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_REASON_LENGTH,
  MAX_TEMPLATE_TITLE_LENGTH,
  OFFERED_ZONES,
  SERVICES,
  SESSION_GAP_MINUTES,
  SLOT_STEP_MINUTES,
  UUID,
} from '../functions/_shared/rules.ts'
import { useDatabase } from './clinic.ts'

const db = useDatabase()

const ask = <T>(sql: string, values: unknown[] = []) => db.as(superuser, ({ query }) => query<T>(sql, values))
const names = async (sql: string) => (await ask<{ name: string }>(sql)).map(({ name }) => name)

test('the slot step and the default gap match the database', async () => {
  const gap = `select column_default::integer from information_schema.columns
    where table_schema = 'public' and table_name = 'doctors' and column_name = 'gap_minutes'`
  expect(await ask(`select private.slot_step() as step, (${gap}) as gap`)).toEqual([{ step: SLOT_STEP_MINUTES, gap: SESSION_GAP_MINUTES }])
})

test('the languages match the database', async () => {
  const letters = "string_to_table('abcdefghijklmnopqrstuvwxyz', null)"
  const offered = `select a || b as name from ${letters} as a, ${letters} as b where private.is_offered_language(a || b)`
  expect((await names(offered)).toSorted()).toEqual([...LANGUAGES].toSorted())
})

test('the zones of doctors match the database', async () => {
  expect((await names('select name from pg_timezone_names where private.is_offered_timezone(name)')).toSorted()).toEqual(
    OFFERED_ZONES.toSorted(),
  )
})

test('the services match the database', async () => {
  const known = await ask<{ all: boolean }>('select bool_and(private.is_service(code)) as all from unnest($1::text[]) as code', [SERVICES])
  expect(known).toEqual([{ all: true }])
  const [body] = await names("select prosrc as name from pg_proc where oid = 'private.is_service'::regproc")
  expect(body?.match(/'[^']+'/g)?.map((each) => each.slice(1, -1))).toEqual([...SERVICES])
})

test('the overview counts the same reasons that staff can choose', async () => {
  const [body] = await names("select prosrc as name from pg_proc where proname = 'overview_reasons'")
  const [, list = ''] = /a\.cancellation_reason in \(([^)]*)\)/.exec(body ?? '') ?? []
  expect(list.match(/\w+/g)).toEqual([...CANCELLATION_REASONS])
})

test('the file types match the database and the bucket', async () => {
  const pairs = FILE_TYPES.flatMap(({ extension, type, alias }) => [type, ...(alias ? [alias] : [])].map((each) => `${extension} ${each}`))
  expect((await names("select extension || ' ' || type as name from private.file_types()")).toSorted()).toEqual(pairs.toSorted())
  const types = new Set(pairs.map((pair) => pair.split(' ')[1]))
  expect(new Set(await names("select unnest(allowed_mime_types) as name from storage.buckets where id = 'appointment-files'"))).toEqual(
    types,
  )
})

test('the limits of files match the database', async () => {
  const limits = await ask(
    `select private.max_files_per_appointment() as files, private.max_bytes_per_appointment()::integer as bytes,
            file_size_limit::integer as bucket from storage.buckets where id = 'appointment-files'`,
  )
  expect(limits).toEqual([{ files: MAX_FILES_PER_APPOINTMENT, bytes: MAX_BYTES_PER_APPOINTMENT, bucket: MAX_FILE_BYTES }])
  const [constraint] = await names(
    "select pg_get_constraintdef(oid) as name from pg_constraint where conname = 'appointment_files_size_is_at_most_50_mb'",
  )
  const [, factors = ''] = /<= \(+([\d*() ]+)\)/.exec(constraint ?? '') ?? []
  expect(factors.match(/\d+/g)?.reduce((product, factor) => product * Number(factor), 1)).toBe(MAX_FILE_BYTES)
})

test.each([
  ['public.appointments', 'patient_complaint', MAX_COMPLAINT_LENGTH],
  ['public.appointments', 'notes', MAX_NOTE_LENGTH],
  ['public.appointment_private_notes', 'note', MAX_NOTE_LENGTH],
  ['public.note_templates', 'body', MAX_NOTE_LENGTH],
  ['public.note_templates', 'title', MAX_TEMPLATE_TITLE_LENGTH],
  ['public.appointments', 'cancellation_reason', MAX_REASON_LENGTH],
  ['public.appointments', 'reschedule_message', MAX_REASON_LENGTH],
  ['public.doctor_leave', 'reason', MAX_REASON_LENGTH],
  ['private.profiles', 'first_name', MAX_NAME_LENGTH],
  ['private.profiles', 'last_name', MAX_NAME_LENGTH],
  ['private.profiles', 'phone', MAX_PHONE_LENGTH],
  ['private.profiles', 'medical_history', MAX_MEDICAL_HISTORY_LENGTH],
  ['public.doctors', 'first_name', MAX_NAME_LENGTH],
  ['public.doctors', 'last_name', MAX_NAME_LENGTH],
  ['public.doctors', 'title', MAX_DOCTOR_TITLE_LENGTH],
  ['public.doctors', 'bio', MAX_BIOGRAPHY_LENGTH],
  ['public.doctors', 'licence_number', MAX_LICENCE_NUMBER_LENGTH],
  ['public.doctors', 'licence_authority', MAX_LICENCE_AUTHORITY_LENGTH],
  ['public.doctor_texts', 'bio', MAX_BIOGRAPHY_LENGTH],
  ['public.doctor_contacts', 'phone', MAX_PHONE_LENGTH],
  ['public.contact_messages', 'name', MAX_NAME_LENGTH],
  ['public.contact_messages', 'phone', MAX_PHONE_LENGTH],
  ['public.contact_messages', 'message', MAX_CONTACT_MESSAGE_LENGTH],
  ['public.contact_messages', 'website', MAX_HONEYPOT_LENGTH],
])('the maximum length of %s.%s matches the database', async (table, column, length) => {
  const checks = await names(
    `select pg_get_constraintdef(oid) as name from pg_constraint where contype = 'c' and conrelid = '${table}'::regclass
       and pg_get_constraintdef(oid) ~ 'char_length\\([^)]*\\m${column}\\M'`,
  )
  const limits = checks.flatMap((check) => [...check.matchAll(/(?:<= |\b1 AND |<= )(\d+)/g)].map(([, limit]) => Number(limit)))
  expect(limits).toContain(length)
})

test('the maximum length of a chat message matches the database', async () => {
  const [constraint = ''] = await names(
    "select pg_get_constraintdef(oid) as name from pg_constraint where conname = 'appointment_messages_body_is_given'",
  )
  expect(/<= (\d+)/.exec(constraint)?.[1]).toBe(String(MAX_MESSAGE_LENGTH))
})

test.each([
  ['11111111-2222-3333-4444-555555555555', true],
  ['ABCDEF01-2222-3333-4444-55555555555f', true],
  ['11111111222233334444555555555555', false],
  ['11111111-2222-3333-4444-55555555555', false],
  ['11111111-2222-3333-4444-5555555555555', false],
  ['g1111111-2222-3333-4444-555555555555', false],
  ['{11111111-2222-3333-4444-555555555555}', false],
  ['11111111-2222-3333-4444-555555555555\n', false],
])('site and database agree on whether %j is an id', async (text, isId) => {
  expect(UUID.test(text)).toBe(isId)
  expect(await ask('select private.uuid_or_null($1) is not null as is_id', [text])).toEqual([{ is_id: isId }])
})
