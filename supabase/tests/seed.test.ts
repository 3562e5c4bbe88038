import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { superuser } from '../../server/testing/database.ts'
import { loadSeed } from '../../server/testing/seed.ts'
import { useDatabase } from './clinic.ts'

const db = useDatabase()
let opening: string[]
beforeAll(async () => {
  opening = await loadSeed(db.url, join(import.meta.dirname, '..'))
})

const count = (sql: string) =>
  db.as(superuser, async ({ query }) => Number((await query<{ n: string }>(`select count(*) as n from ${sql}`))[0]?.n))

test('there are five doctors in different specialties and zones with hours, a leave, and two patients', async () => {
  expect(await count('doctors where available and user_id is not null')).toBe(5)
  expect(await count('(select distinct specialization from doctors) as s')).toBe(5)
  expect(await count('(select distinct timezone from doctors) as z')).toBe(5)
  expect(await count('(select distinct doctor_id from doctor_availability) as d')).toBe(5)
  expect(await count('doctor_leave')).toBeGreaterThan(0)
  expect(await count('profiles p where not exists (select from doctors d where d.user_id = p.user_id)')).toBe(2)
})

test('each doctor has a known specialty, languages, and a text in the declared language', async () => {
  expect(await count('(select distinct specialty_code from doctors where specialty_code is not null) as s')).toBe(5)
  expect(await count("doctors where languages = '{}'")).toBe(0)
  expect(await count('(select distinct doctor_id from doctor_texts) as t')).toBe(5)
  expect(await count('doctor_texts t join doctors d on d.id = t.doctor_id and d.bio_language = t.language')).toBe(0)
})

test('there are appointments in every status, all on working days without leave', async () => {
  expect(await count('(select distinct status from appointments) as s')).toBe(4)
  expect(
    await count(
      "appointments a join doctor_leave l using (doctor_id) where l.leave_date = a.appointment_date and a.status <> 'cancelled' and l.start_time is null",
    ),
  ).toBe(0)
})

test('there is no admin, every account is marked as a demo account, and no mail is waiting', async () => {
  expect(await count("user_roles where role = 'admin'")).toBe(0)
  expect(await count("auth.users where raw_app_meta_data ->> 'demo' is distinct from 'true'")).toBe(0)
  expect(await count('private.mail_outbox')).toBe(0)
})

test('the first comment contains working addresses and a password', async () => {
  const text = opening.join('\n')
  const [password] = /[A-Za-z]+\d+!/.exec(text) ?? []
  const addresses = text.match(/[a-z]+@demo\.example/g) ?? []
  expect(addresses).toHaveLength(4)
  for (const address of addresses) {
    expect(
      await count(`auth.users where email = '${address}' and encrypted_password = extensions.crypt('${password}', encrypted_password)`),
    ).toBe(1)
  }
})
