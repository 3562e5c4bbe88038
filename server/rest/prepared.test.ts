import pg from 'pg'
import { expect, test } from 'vitest'
import { createGate } from '../gate.ts'
import { freshDatabase } from '../testing/database.ts'
import { MAX_PREPARED } from './prepared.ts'
import { type RequestFacts, readOnce } from './transaction.ts'

const facts: RequestFacts = {
  identity: { role: 'anon', claims: { role: 'anon' }, sessionId: undefined },
  method: 'GET',
  path: '/',
  headers: new Headers(),
  address: '127.0.0.1',
  schema: 'public',
  timezone: undefined,
  timeout: undefined,
  writeTimeoutMs: 1000,
}

test('a connection prepares repeated statements and drops the least recently used ones', async () => {
  const database = await freshDatabase('sample')
  const pool = new pg.Pool({ connectionString: database.url, max: 1, pipeline: true })
  try {
    const gate = createGate(pool)
    const ask = (sql: string) => readOnce(gate, facts, { sql, values: [] })
    const preparedNow = async () => {
      const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements')
      return rows.map(({ statement }) => statement)
    }
    await ask('select 1')
    expect(await preparedNow()).not.toContain('select 1')
    await ask('select 1')
    expect(await preparedNow()).toContain('select 1')

    for (let n = 0; n < 3 * MAX_PREPARED; n++) for (let again = 0; again < 2; again++) await ask(`select ${n} as odd`)
    const left = await preparedNow()
    expect(left.length).toBeLessThanOrEqual(MAX_PREPARED + 1)
    expect(left).not.toContain('select 0 as odd')
    // New statements are still prepared and old ones dropped.
    for (const sql of ["select 'new'", 'select 0 as odd']) {
      await ask(sql)
      await ask(sql)
      expect(await ask(sql)).toHaveLength(1)
      expect(await preparedNow()).toContain(sql)
    }
    // The driver does not keep their texts either.
    const client = await pool.connect()
    const { parsedStatements } = (client as unknown as { connection: { parsedStatements: object } }).connection
    client.release()
    expect(Object.keys(parsedStatements).length).toBeLessThanOrEqual(MAX_PREPARED + 1)
  } finally {
    await pool.end()
    await database.drop()
  }
})
