// Metrics of the database, and those of the project's view `private.metrics` (name, help, labels, value).
import pg from 'pg'
import type { Sample } from '../metrics.ts'

const MAX_PROJECT_SAMPLES = 200

export function poolSamples(pools: Record<string, pg.Pool>): Sample[] {
  return Object.entries(pools).flatMap(([pool, { totalCount, idleCount, waitingCount }]) => [
    { name: 'database_connections', help: 'Connections by pool and state.', labels: { pool, state: 'idle' }, value: idleCount },
    {
      name: 'database_connections',
      help: 'Connections by pool and state.',
      labels: { pool, state: 'busy' },
      value: totalCount - idleCount,
    },
    { name: 'database_requests_waiting', help: 'Requests that wait for a connection.', labels: { pool }, value: waitingCount },
  ])
}

/** Uses its own connection, because under load, when metrics matter most, the pools are exhausted. */
export async function databaseSamples(url: string): Promise<Sample[]> {
  const client = new pg.Client({
    connectionString: url,
    statement_timeout: 2000,
    connectionTimeoutMillis: 2000,
    application_name: 'metrics',
  })
  await client.connect()
  try {
    return [...(await walSamples(client)), ...(await projectSamples(client))]
  } finally {
    await client.end()
  }
}

async function walSamples(client: pg.Client): Promise<Sample[]> {
  const { rows } = await client.query<{ lag: string }>(
    `select max(pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)) as lag from pg_replication_slots
     where slot_name like 'realtime\\_%' and database = current_database() having count(*) > 0`,
  )
  return rows.map(({ lag }) => ({
    name: 'realtime_wal_lag_bytes',
    help: 'How far live changes are behind the database.',
    value: Number(lag),
  }))
}

async function projectSamples(client: pg.Client): Promise<Sample[]> {
  await client.query('set role service_role')
  const { rows: found } = await client.query<{ exists: boolean }>("select to_regclass('private.metrics') is not null as exists")
  if (!found[0]?.exists) return []
  const { rows } = await client.query<Sample>('select name, help, labels, value from private.metrics limit $1', [MAX_PROJECT_SAMPLES])
  return rows.filter(({ name }) => /^[a-z_][a-z0-9_]*$/.test(name))
}
