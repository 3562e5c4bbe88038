// Names contain only visible characters.
import { describe, expect, test } from 'vitest'
import { idOf, refusal, type Session, superuser, useClinic } from './clinic.ts'
import { addCaller, addChild } from './patients.ts'

const db = useClinic()

// Characters that override or isolate the direction, direction marks, zero-width space, word joiner, soft hyphen, byte order mark, a tag.
const HIDDEN = ['\u202e', '\u2066', '\u200e', '\u061c', '\u200b', '\u2060', '\u00ad', '\ufeff', '\u{e0041}']
const name = (hidden: string) => `Ay${hidden}lin`
/** Names whose spelling needs a zero-width non-joiner or joiner. */
const PERSIAN = 'علی\u200cرضا'
const SINHALA = 'ශ්\u200dරී'

const writeProfile = ({ as }: Session, value: string) =>
  as('leyla', ({ query }) =>
    query<{ first_name: string }>('update profiles set first_name = $1 where user_id = $2 returning first_name', [value, idOf('leyla')]),
  )
const writeDoctor = ({ as }: Session, value: string) =>
  as('nigar', ({ query }) =>
    query<{ first_name: string }>('update doctors set first_name = $1 where id = $2 returning first_name', [value, db.aylin]),
  )
const writeNewDoctor = ({ as }: Session, value: string) =>
  as('nigar', ({ query }) =>
    query<{ first_name: string }>('select first_name from add_doctor(jsonb_build_object($$first_name$$, $1::text, $$last_name$$, $$A$$))', [
      value,
    ]),
  )
const writeInvitation = ({ as }: Session, value: string) =>
  as('nigar', ({ query }) =>
    query<{ first_name: string }>("select invited_name as first_name from create_invitation('new@example.test', 'doctor', 'tr', $1)", [
      value,
    ]),
  )
const signUp = ({ query }: Session, value: string) =>
  query<{ first_name: string }>(
    `with added as (insert into auth.users (id, email, raw_user_meta_data) values ($1, 'new@example.test', jsonb_build_object('first_name', $2::text)) returning id)
     select null from added`,
    [idOf('new'), value],
  ).then(() => query<{ first_name: string }>('select first_name from profiles where user_id = $1', [idOf('new')]))
const nameOf = ({ as }: Session, id: string) =>
  as(superuser, ({ query }) => query<{ first_name: string }>('select first_name from profiles where user_id = $1', [id]))
const writeChild = async (session: Session, value: string) => nameOf(session, await addChild(session, 'leyla', { first_name: value }))
const writeCaller = async (session: Session, value: string) => nameOf(session, await addCaller(session, 'nigar', { first_name: value }))
const WRITERS = {
  profile: writeProfile,
  doctor: writeDoctor,
  'new doctor': writeNewDoctor,
  invitation: writeInvitation,
  'sign-up': signUp,
  child: writeChild,
  caller: writeCaller,
}

describe.each(Object.entries(WRITERS))('the name of a %s', (_, write) => {
  test.each(HIDDEN)('%j is left out', async (hidden) => {
    await db.as(superuser, async (session) => expect(await write(session, name(hidden))).toMatchObject([{ first_name: 'Aylin' }]))
  })

  test.each([PERSIAN, SINHALA, 'Aylin Çağla', 'O’Neil-Əliyev'])('%j stays as it is', async (given) => {
    await db.as(superuser, async (session) => expect(await write(session, given)).toMatchObject([{ first_name: given }]))
  })
})

test('metadata, which mails use for greetings, contains only visible characters', async () => {
  await db.as(superuser, async (session) => {
    await signUp(session, name('\u202e'))
    const [user] = await session.query('select raw_user_meta_data as data from auth.users where id = $1', [idOf('new')])
    expect(user).toEqual({ data: { first_name: 'Aylin' } })
  })
})

test('a constraint enforces the rule if no trigger runs', async () => {
  const attempt = (table: string) =>
    refusal(
      db.as(superuser, async ({ query }) => {
        await query(`alter table ${table} disable trigger user`)
        await query(`update ${table} set first_name = $1`, [name('\u202e')])
      }),
    )
  expect(await attempt('private.profiles')).toEqual(['23514', 'profiles_names_are_visible'])
  expect(await attempt('doctors')).toEqual(['23514', 'doctors_names_are_visible'])
})
