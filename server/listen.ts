// Receives messages of PostgreSQL's `notify` on one channel, and reconnects after a lost connection.
import pg from 'pg'

const RETRY_MS = 1000

interface Listener {
  onMessage: (payload: string) => void
  /** Called after a reconnect, because messages may have been lost. */
  onReconnect: () => void
}

export function listenTo(pool: pg.Pool, channel: string, { onMessage, onReconnect }: Listener) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const listen = async () => {
    const fresh = new pg.Client({ ...pool.options, pipeline: false })
    client = fresh
    // The driver may report the end several times.
    fresh.once('end', again)
    fresh.on('error', () => {})
    fresh.on('notification', ({ payload = '' }) => onMessage(payload))
    await fresh.connect()
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
  }
  const again = () => {
    if (!stopped) retry = setTimeout(() => void listen().then(onReconnect, () => client?.end()), RETRY_MS)
  }
  void listen().catch(() => client?.end())
  return {
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
