// Creates a fresh database in milliseconds, and runs queries in it with a user's exact rights.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '../postgres/connection.ts'
import { dropDatabase, type ProjectName, runAdmin } from './cluster.ts'

/** A string is a signed-in user. The others act with their role only. */
export type Person = string | { role: 'anon' | 'service_role' | 'superuser' }
export const anonymous: Person = { role: 'anon' }
export const serviceRole: Person = { role: 'service_role' }
/** Prepares data that no user may create. */
export const superuser: Person = { role: 'superuser' }

type Row = Record<string, unknown>

export interface Session {
  query: <T = Row>(sql: string, values?: unknown[]) => Promise<T[]>
  /** Lets another user act in the same transaction. */
  as: <T>(person: Person, work: (db: Session) => Promise<T>) => Promise<T>
}

export interface TestDatabase {
  url: string
  /** Rolls everything back afterwards. A failing statement undoes only itself. */
  as: <T>(person: Person, work: (db: Session) => Promise<T>) => Promise<T>
  /** Like `as`, but commits. */
  keep: <T>(person: Person, work: (db: Session) => Promise<T>) => Promise<T>
  drop: () => Promise<void>
}

/** Returns the same id for the same name in every test. */
export function idOf(name: string) {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const emailOf = (name: string) => `${name}@example.test`

export async function freshDatabase(project: ProjectName): Promise<TestDatabase> {
  return createDatabase(inject('cluster').templates[project])
}

/** Creates a database without anything in it, not even the platform. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomBytes(6).toString('hex')}`
  await runAdmin(cluster.url, `create database ${name} template ${template}`)
  const url = withDatabase(cluster.url, name)
  const pool = new pg.Pool({ connectionString: url, max: 50 })
  // Dropping the database may end a connection that is just being closed.
  pool.on('connect', (client) => client.on('error', () => {}))

  async function transaction<T>(person: Person, work: (db: Session) => Promise<T>, ending: 'commit' | 'rollback') {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const result = await sessionOf(client).as(person, work)
      await client.query(ending)
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  return {
    url,
    as: (person, work) => transaction(person, work, 'rollback'),
    keep: (person, work) => transaction(person, work, 'commit'),
    async drop() {
      await pool.end()
      await dropDatabase(cluster.url, name)
    },
  }
}

function sessionOf(client: pg.PoolClient): Session {
  let current: Person = superuser
  const session: Session = {
    async query<T>(sql: string, values?: unknown[]) {
      await client.query('savepoint statement')
      try {
        const { rows } = await client.query(sql, values)
        await client.query('release statement')
        return rows as T[]
      } catch (error) {
        await client.query('rollback to statement')
        throw error
      }
    },
    async as(person, work) {
      const before = current
      await become(client, (current = person))
      try {
        return await work(session)
      } finally {
        await become(client, (current = before))
      }
    },
  }
  return session
}

async function become(client: pg.PoolClient, person: Person) {
  const { role, claims } = identityOf(person)
  await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [role, JSON.stringify(claims)])
}

function identityOf(person: Person) {
  if (typeof person === 'string') {
    return { role: 'authenticated', claims: claimsOf(person) }
  }
  return person.role === 'superuser' ? { role: 'none', claims: {} } : { role: person.role, claims: { role: person.role } }
}

/** The claims of a user who has just signed in. */
const claimsOf = (name: string) => ({
  sub: idOf(name),
  email: emailOf(name),
  role: 'authenticated',
  aud: 'authenticated',
  amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }],
})
