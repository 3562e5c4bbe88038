import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/database.ts'
import { withLogin } from './connection.ts'
import { checkExternal, complaintAbout } from './external.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase('sample')
})
afterAll(() => db.drop())

const fine = { version: 17, login: 'admin', is_superuser: true, wal_level: 'logical', encoding: 'UTF8', replication_slots: 10 }

test.each([
  ['it must be 15 or newer', { version: 14 }],
  ['who is no superuser', { is_superuser: false }],
  ['it must be UTF8', { encoding: 'SQL_ASCII' }],
  ['live updates need wal_level=logical', { wal_level: 'replica' }],
  ['max_replication_slots', { replication_slots: 0 }],
])('a missing requirement is reported with a sentence: %s', (sentence, fact) => {
  expect(complaintAbout({ ...fine, ...fact })).toContain(sentence)
  expect(complaintAbout(fine)).toBeUndefined()
})

test('a project may require a newer PostgreSQL', () => {
  expect(complaintAbout({ ...fine, version: 16 }, 17)).toContain('is PostgreSQL 16; it must be 17 or newer')
  expect(complaintAbout({ ...fine, version: 18 }, 17)).toBeUndefined()
  expect(complaintAbout({ ...fine, version: 14 }, 13)).toContain('it must be 15 or newer')
})

test('a database that meets all requirements passes', async () => {
  await expect(checkExternal(db.url)).resolves.toBeUndefined()
})

test('a login without superuser rights is refused', async () => {
  await expect(checkExternal(withLogin(db.url, 'authenticator'))).rejects.toThrow(
    'DATABASE_URL logs in as "authenticator", who is no superuser',
  )
})

test('an unreachable database and a wrong password are reported', async () => {
  await expect(checkExternal('postgres://a:b@127.0.0.1:1/x')).rejects.toThrow('DATABASE_URL cannot be reached: connect ECONNREFUSED')
  const wrong = new URL(db.url)
  wrong.password = 'wrong'
  await expect(checkExternal(wrong.href)).rejects.toThrow('password authentication failed')
})

test('the passwords of the server’s logins are derived from the administrator’s password, and differ', () => {
  const passwordOf = (url: string, user: string) => new URL(withLogin(url, user)).password
  const other = new URL(db.url)
  other.password = 'another'
  expect(passwordOf(db.url, 'authenticator')).toBe(passwordOf(db.url, 'authenticator'))
  expect(passwordOf(db.url, 'authenticator')).not.toBe(passwordOf(db.url, 'supabase_replication_admin'))
  expect(passwordOf(db.url, 'authenticator')).not.toBe(passwordOf(other.href, 'authenticator'))
})
