import { expect, test } from 'vitest'
import { anonymous, type Person, refusal, type Session, serviceRole, superuser, useClinic } from './clinic.ts'

const db = useClinic()

const MAX_TESTS = 6
const claim = async (session: Session, person: Person) =>
  (await session.as(person, ({ query }) => query<{ ok: boolean }>('select claim_relay_test() as ok')))[0]?.ok
const claimFrom = (session: Session, person: Person, address: string) =>
  session.as(person, ({ query }) => query<{ ok: boolean }>('select claim_relay_test_from($1) as ok', [address]))

test('a user can test the relay six times an hour, independently of others', async () => {
  await db.as(superuser, async (session) => {
    for (let count = 0; count < MAX_TESTS; count++) expect(await claim(session, 'leyla')).toBe(true)
    expect(await claim(session, 'leyla')).toBe(false)
    expect(await claim(session, 'mallory')).toBe(true)
  })
})

test('only signed-in users can claim a test for themselves, and only the server can count networks', async () => {
  await db.as(superuser, async (session) => {
    const denied = (name: string) => ['42501', `permission denied for function ${name}`]
    for (const who of [anonymous, serviceRole]) expect(await refusal(claim(session, who))).toEqual(denied('claim_relay_test'))
    for (const who of [anonymous, 'leyla', 'nigar'])
      expect(await refusal(claimFrom(session, who, '203.0.113.7'))).toEqual(denied('claim_relay_test_from'))
    expect(await claimFrom(session, serviceRole, '203.0.113.7')).toEqual([{ ok: true }])
    expect(await claimFrom(session, serviceRole, 'unknown')).toEqual([{ ok: true }])
  })
})
