import type pg from 'pg'
import type { Db } from './store.ts'

/** Inside, everything asks `db`: waiting for a second connection while holding one can stop all of them. */
export async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is given to nobody else.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}
