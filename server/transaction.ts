import type pg from 'pg'

/** Inside, everything asks `client`: waiting for a second connection while holding one can block all of them. */
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
    // A connection that cannot even roll back is given to nobody else.
    client.release(isLost)
  }
}

/** Whether the connection is lost. */
const rollBack = (client: pg.PoolClient) =>
  client.query('rollback').then(
    () => false,
    () => true,
  )
