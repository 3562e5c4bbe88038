// `notify pgrst, 'reload schema'` after a change, as PostgREST listens for.
import pg from 'pg'
import type { Logger } from 'pino'

const RETRY_MS = 1000

export function watchSchema(pool: pg.Pool, log: Logger, reload: () => Promise<void>) {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  const refresh = oneAtATime(() =>
    reload().catch((error: unknown) => log.error({ reason: String(error) }, 'the schema could not be read again')),
  )

  const listen = async () => {
    const fresh = new pg.Client({ ...pool.options, pipeline: false })
    client = fresh
    // Ends once, however many ways it says so.
    fresh.once('end', again)
    fresh.on('error', () => {})
    fresh.on('notification', refresh)
    await fresh.connect()
    await fresh.query('listen pgrst')
  }
  const again = () => {
    if (!stopped) retry = setTimeout(() => void listen().then(refresh, () => client?.end()), RETRY_MS)
  }
  void listen().catch(() => client?.end())
  const stop = async () => {
    stopped = true
    clearTimeout(retry)
    await client?.end()
  }
  return { stop }
}

/** A request that comes during a run leads to one more run afterwards, because the current one may have read older data. */
function oneAtATime(work: () => Promise<void>) {
  let running = false
  let askedAgain = false
  const run = () => {
    if (running) {
      askedAgain = true
      return
    }
    running = true
    void work().finally(() => {
      running = false
      if (askedAgain) {
        askedAgain = false
        run()
      }
    })
  }
  return run
}
