import type pg from 'pg'

/** All queries of `work` must use `client`, because waiting for a second connection while holding one can deadlock the pool. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  ending: 'commit' | 'rollback' = 'commit',
): Promise<T> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query('begin')
    const result = await work(client)
    if (ending === 'commit') await client.query('commit')
    else isLost = await rollBack(client)
    return result
  } catch (error) {
    isLost = await rollBack(client)
    throw error
  } finally {
    // A connection that cannot roll back is discarded.
    client.release(isLost)
  }
}

/** Returns whether the connection is lost. */
const rollBack = (client: pg.PoolClient) =>
  client.query('rollback').then(
    () => false,
    () => true,
  )
