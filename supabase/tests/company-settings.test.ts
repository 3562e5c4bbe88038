// The settings of the company: everybody can read them, admins can write them, and harmful values are refused.
import { expect, test } from 'vitest'
import { anonymous, idOf, type Person, refusal, type Session, superuser, useClinic } from './clinic.ts'

const db = useClinic()
const inTest = (work: (session: Session) => Promise<void>) => db.as(superuser, work)

const change = (session: Session, setting: string, person: Person = 'nigar') =>
  session.as(person, ({ query }) => query(`update company_settings set ${setting} returning version`))
const read = (session: Session, person: Person, columns = 'phone_azerbaijan, hours, version') =>
  session.as(person, ({ query }) => query(`select ${columns} from company_settings`))
const json = (value: unknown) => `'${JSON.stringify(value)}'`
const PHOTO = '0b7c2f6e-52a4-4f0e-9d7b-1f0a6c3d9e11'

test('an admin changes a value and everybody reads it', async () => {
  await inTest(async (session) => {
    expect(await change(session, `phone_azerbaijan = '+994 12 500 10 20', hours = '{"tr": "09:00–18:00"}'`)).toEqual([{ version: 2 }])
    for (const person of [anonymous, 'mallory', 'leyla', 'aylin', 'nigar'] as const)
      expect(await read(session, person)).toEqual([{ phone_azerbaijan: '+994 12 500 10 20', hours: { tr: '09:00–18:00' }, version: 2 }])
  })
})

test.each<Person>(['aylin', 'leyla', 'mallory'])('%s changes nothing', async (person) => {
  await inTest(async (session) => {
    expect(await change(session, "brand = 'Nar'", person)).toEqual([])
    expect(await read(session, person, 'brand')).toEqual([{ brand: null }])
  })
})

test('a visitor cannot write, and nobody can add or remove the row', async () => {
  await inTest(async (session) => {
    expect((await refusal(change(session, "brand = 'Nar'", anonymous)))[0]).toBe('42501')
    for (const sql of ['insert into company_settings default values', 'delete from company_settings'])
      for (const person of [anonymous, 'nigar'] as const)
        expect((await refusal(session.as(person, ({ query }) => query(sql))))[0]).toBe('42501')
  })
})

test('an admin gives people photos, which everybody sees, and the log names the fields only', async () => {
  await inTest(async (session) => {
    const architects = [
      { name: 'Rəna', titleKey: 'leadArchitect', photo: `${PHOTO}.jpg` },
      { name: 'Kerem', titleKey: 'interiorArchitect' },
    ]
    await change(session, `architects = ${json(architects)}, psychology_coordinator = 'Aysel', psychology_coordinator_photo = '${PHOTO}'`)
    for (const person of [anonymous, 'mallory', 'leyla', 'aylin', 'nigar'] as const)
      expect(await read(session, person, 'architects, psychology_coordinator_photo as photo')).toEqual([{ architects, photo: PHOTO }])
    await change(session, 'psychology_coordinator_photo = null')
    expect(await session.query("select details -> 'fields' as fields from audit_log where action = 'company.changed' order by id")).toEqual(
      [{ fields: ['architects', 'psychology_coordinator', 'psychology_coordinator_photo'] }, { fields: ['psychology_coordinator_photo'] }],
    )
  })
})

test.each<Person>(['aylin', 'leyla', 'mallory'])('%s gives nobody a photo, and a visitor may not even try', async (person) => {
  await inTest(async (session) => {
    const setting = `psychology_coordinator = 'Aysel', psychology_coordinator_photo = '${PHOTO}'`
    expect(await change(session, setting, person)).toEqual([])
    expect((await refusal(change(session, setting, anonymous)))[0]).toBe('42501')
    expect(await read(session, person, 'psychology_coordinator_photo as photo')).toEqual([{ photo: null }])
  })
})

test('only the operator can read the last author, and nobody can set the author or the version', async () => {
  await inTest(async (session) => {
    for (const person of [anonymous, 'mallory', 'nigar'] as const)
      expect((await refusal(read(session, person, 'updated_by')))[0]).toBe('42501')
    for (const setting of ['version = 1', `updated_by = '${idOf('leyla')}'`, 'updated_at = now()'])
      expect((await refusal(change(session, setting)))[0]).toBe('42501')
  })
})

test('the log names the changed fields, and saving the same values again logs nothing', async () => {
  await inTest(async (session) => {
    await change(session, "brand = 'Nar', whatsapp = '994501234567'")
    await change(session, "brand = 'Nar'")
    expect(await session.query("select actor, subject, details from audit_log where action = 'company.changed'")).toEqual([
      { actor: idOf('nigar'), subject: 'settings', details: { fields: ['brand', 'whatsapp'] } },
    ])
    expect(await read(session, anonymous, 'version')).toEqual([{ version: 2 }])
  })
})

test('a form based on an older version changes nothing', async () => {
  await inTest(async (session) => {
    await change(session, "brand = 'Nar'")
    expect(
      await session.as('nigar', ({ query }) => query("update company_settings set brand = 'Old' where version = 1 returning 1")),
    ).toEqual([])
    expect(await read(session, anonymous, 'brand')).toEqual([{ brand: 'Nar' }])
  })
})

test.each([
  "brand = ''",
  "brand = ' Nar'",
  "brand = repeat('x', 41)",
  "brand = e'Nar\\nBcc: a@example.test'",
  "phone_azerbaijan = 'javascript:alert(1)'",
  "phone_azerbaijan = '994 12 500 10 20'",
  "phone_turkey = '<script>'",
  "phone_turkey = '+90'",
  "info_email = 'info'",
  "info_email = 'javascript:alert(1)//@example.test'",
  "support_email = e'a@example.test\\r\\nBcc: b@example.test'",
  "whatsapp = '+994 50'",
  "whatsapp = 'javascript:alert(1)'",
  "tax_number = '<b>1</b>'",
  "permit_number = repeat('1', 41)",
  "permit_country = 'Azerbaijan'",
  "psychology_coordinator = repeat('x', 81)",
  `legal_names = ${json({ de: 'Nar GmbH' })}`,
  `legal_names = ${json({ tr: 5 })}`,
  `legal_names = ${json(['Nar'])}`,
  `legal_names = ${json({ tr: '' })}`,
  "addresses = jsonb_build_object('tr', repeat('x', 1000000))",
  `hours = ${json({ en: 'Mon\nFri' })}`,
  `payment_ways = jsonb_build_object('en', repeat('x', 301))`,
  `architects = ${json({ name: 'A' })}`,
  `architects = ${json([{ name: 'A', titleKey: 'owner' }])}`,
  `architects = ${json([{ name: 5, titleKey: 'leadArchitect' }])}`,
  `architects = ${json([{ titleKey: 'leadArchitect' }])}`,
  `architects = ${json([{ name: 'A', titleKey: 'leadArchitect', url: 'javascript:alert(1)' }])}`,
  ...[null, '', 5, 'https://example.test/a.webp', `../${PHOTO}`, `${PHOTO}/full.webp`, `${PHOTO}.svg`, `${PHOTO}\n`].map(
    (photo) => `architects = ${json([{ name: 'A', titleKey: 'leadArchitect', photo }])}`,
  ),
  ...['', 'https://example.test/a.webp', `../${PHOTO}`, `${PHOTO}/full.webp`, `${PHOTO}.svg`, 'chosen'].map(
    (photo) => `psychology_coordinator = 'A', psychology_coordinator_photo = '${photo}'`,
  ),
  `psychology_coordinator_photo = '${PHOTO}'`,
  `architects = ${json(Array.from({ length: 7 }, () => ({ name: 'A', titleKey: 'leadArchitect' })))}`,
])('%s is refused', async (setting) => {
  expect(await refusal(db.as('nigar', (session) => change(session, setting)))).toMatchObject([
    '23514',
    expect.stringMatching(/^company_settings_/),
  ])
})

test('realistic values are accepted, script in a name stays text, and null restores the default', async () => {
  await inTest(async (session) => {
    const all = `brand = 'Nar <script>', legal_names = ${json({ tr: 'Nar A.Ş.', ar: 'نار' })}, phone_turkey = '+90 (212) 500-10-20',
      info_email = 'info@nar.az', tax_number = '1234567890', permit_number = '№ 12-b', permit_country = 'TR',
      architects = ${json([{ name: 'Rəna Əliyeva', titleKey: 'leadArchitect' }])}, payment_ways = ${json({ en: 'By card' })}`
    expect(await change(session, all)).toHaveLength(1)
    expect(await change(session, "brand = null, architects = null, legal_names = '{}'")).toEqual([{ version: 3 }])
  })
})
