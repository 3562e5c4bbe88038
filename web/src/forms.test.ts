// Every rule of every form has an error message in every language.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { InvitedPerson, LinkRequest, NewPassword, PasswordChange, SignIn, SignUp } from './features/account/rules.ts'
import { CallEntry } from './features/call/lobby/meeting-code.ts'
import { ContactMessage } from './features/contact/contact-message.ts'
import { ExistingRecord, NewDoctor, NewRecord } from './features/doctors/manage/doctor-input.ts'
import { DoctorRecord } from './features/doctors/manage/record-input.ts'
import { offerInput } from './features/doctors/offers/offer-input.ts'
import { extraHoursInput } from './features/doctors/schedule/extra-hours-input.ts'
import { leaveInput } from './features/doctors/schedule/leave.ts'
import { SettingsInput } from './features/doctors/schedule/settings-input.ts'
import { InviteInput } from './features/people/invite-input.ts'
import { ProfileInput } from './features/profile/profile-input.ts'
import { AdultInput, ChildInput } from './features/relatives/relative-input.ts'
import { checkedBy } from './lib/form.ts'
import { LANGUAGES } from './lib/languages.ts'

const SCHEMAS = {
  AdultInput,
  CallEntry,
  ChildInput,
  ContactMessage,
  DoctorRecord,
  ExistingRecord,
  InviteInput,
  InvitedPerson,
  LinkRequest,
  NewDoctor,
  NewPassword,
  NewRecord,
  PasswordChange,
  ProfileInput,
  SettingsInput,
  SignIn,
  SignUp,
  extraHoursInput: extraHoursInput(() => '2027-01-01'),
  offerInput: offerInput('tr'),
  leaveInput: leaveInput(() => '2027-01-01'),
}

// The library documents this property for tools that inspect schemas.
const INTERNALS = '_zod'

const TEXTS = join(import.meta.dirname, 'i18n')
const keysOf = (language: string) =>
  new Set(
    readdirSync(TEXTS)
      .filter((file) => file.startsWith(`${language}.`) && file.endsWith('.json'))
      .flatMap((file) => Object.keys(JSON.parse(readFileSync(join(TEXTS, file), 'utf8')) as object)),
  )
const DICTIONARIES = LANGUAGES.map((language) => ({ language, keys: keysOf(language) }))

/** The rules of a form and of its fields, except those that only change the value, such as trimming. */
function rulesOf(schema: z.ZodMiniObject) {
  const places: [string, z.core.$ZodType][] = [['', schema], ...Object.entries(schema[INTERNALS].def.shape)]
  return places.flatMap(([field, type]) =>
    (type[INTERNALS].def.checks ?? [])
      .map((check) => check[INTERNALS].def)
      .filter(({ check }) => check !== 'overwrite')
      .map(({ check, error }) => ({ rule: `${field} ${check}`, key: keyOf(error?.({ code: 'custom', input: '', path: [] } as never)) })),
  )
}

const keyOf = (said: unknown) => (typeof said === 'string' ? said : 'none')

describe.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
  test('has an error message in all six languages for each of its rules', () => {
    for (const { rule, key } of rulesOf(schema)) {
      const missing = DICTIONARIES.filter(({ keys }) => !keys.has(key)).map(({ language }) => language)
      expect({ rule, key, missing }).toEqual({ rule, key, missing: [] })
    }
  })

  test('has an error message even for values that no field can hold', () => {
    const { errors } = checkedBy(schema as unknown as z.ZodMiniType<Record<string, unknown>>)({})
    for (const error of Object.values(errors)) expect(error?.message).toBe('error.fieldInvalid')
    for (const { keys } of DICTIONARIES) expect(keys.has('error.fieldInvalid')).toBe(true)
  })
})

test('every form schema is tested here', () => {
  const used = globSync('{features,components,routes}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/checkedBy\(([^\n]+)/g)])
    .flatMap(([, argument = '']) => argument.match(/\b(?:[A-Z]\w+|leaveInput)\b/g) ?? [])
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((name) => !(name in SCHEMAS))).toEqual([])
})

test('errors are in the order of the form', () => {
  const { errors } = checkedBy(ContactMessage)({ name: 'A', email: 'no', phone: '', service: '', message: 'a'.repeat(2001), website: '' })
  expect(Object.entries(errors).map(([field, error]) => [field, error?.message])).toEqual([
    ['email', 'contact.invalidEmail'],
    ['message', 'contact.messageTooLong'],
  ])
})

describe('e-mail addresses', () => {
  const isTaken = (email: string) =>
    ContactMessage.safeParse({ name: 'A', email, phone: '', service: '', message: 'B', website: '' }).success

  test.each(['a@b..com', 'a@-b.com', 'a@b-.com', '.a@b.co', 'a.@b.co', 'a..c@b.co', 'a@b.co.', 'a@.b.co', 'a@b', 'a b@c.de', 'a@b@c.de'])(
    'the contact form refuses %s',
    (email) => expect(isTaken(email)).toBe(false),
  )

  test.each(['a@b.co', 'ayse.ak+bkv@mail.example.com.tr', 'şule@örnek.com', "o'neil@example-site.az", 'имя@пример.рф'])(
    'the contact form accepts %s',
    (email) => expect(isTaken(email)).toBe(true),
  )

  test.each(['a@b..com', 'a@-b.com', 'a@b-.com', 'a@b.co.'])('signing up refuses %s', (email) => {
    expect(LinkRequest.safeParse({ email }).success).toBe(false)
  })
})

test('no form can submit its input in the address, even if its script fails', () => {
  const forms = globSync('{features,components,routes}/**/*.tsx', { cwd: import.meta.dirname }).flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/<form\b[^>]{0,40}/g)].map(([form]) => ({ file, form })),
  )
  expect(forms.length).toBeGreaterThan(10)
  for (const { file, form } of forms) expect({ file, form }).toEqual({ file, form: expect.stringContaining('method="post"') })
})
