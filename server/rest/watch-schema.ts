// Listens for `notify pgrst, 'reload schema'`, as PostgREST does.
import type pg from 'pg'
import type { Logger } from 'pino'
import { listenTo } from '../listen.ts'

export function watchSchema(pool: pg.Pool, log: Logger, reload: () => Promise<void>) {
  const refresh = oneAtATime(() =>
    reload().catch((error: unknown) => log.error({ reason: String(error) }, 'the schema could not be read again')),
  )
  return listenTo(pool, 'pgrst', { onMessage: refresh, onReconnect: refresh })
}

/** A call during a run leads to one more run afterwards, because the current one may have read older data. */
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
