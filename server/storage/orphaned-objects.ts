// Stored bytes that do not, or no longer, have a row in storage.objects. The database lists them, so that even a killed server leaves none
// behind.
import type { Logger } from 'pino'
import { type Callers, SERVICE } from './caller.ts'
import type { Bytes } from './disk.ts'
import type { UnfinishedUploads } from './unfinished-uploads.ts'

const SWEEP_INTERVAL_MS = 60 * 60 * 1000

export type OrphanedObjects = ReturnType<typeof createOrphanedObjects>

interface OrphanedObjectsOptions {
  callers: Callers
  bytes: Bytes
  unfinished: UnfinishedUploads
  log: Logger
}

export function createOrphanedObjects({ callers, bytes, unfinished, log }: OrphanedObjectsOptions) {
  const asService = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    callers.as(SERVICE, 'storage.tidy', (query) => query<Row>(sql, values))

  /** Deletes the bytes, then their entry in the list. */
  async function discard(versions: string[]) {
    if (!versions.length) return
    await bytes.remove(versions)
    await asService('delete from _server.stray_bytes where version = any ($1)', [versions])
  }

  /** An upload may take long, so bytes are deleted only after some hours, and unfinished uploads after a day. */
  async function sweep() {
    const found = await asService<{ version: string }>(
      "select version from _server.stray_bytes where since < now() - interval '3 hours' order by since limit 1000",
    )
    await discard(found.map(({ version }) => version))
    if (found.length) log.info({ removed: found.length }, 'orphaned objects were removed')
    const uploads = await unfinished.sweep(callers)
    if (uploads) log.info({ removed: uploads }, 'unfinished uploads were removed')
  }

  return {
    discard,
    /** Called before bytes are stored. A trigger deletes the entry when the object gets its row. */
    add: (version: string) =>
      asService('insert into _server.stray_bytes (version) values ($1) on conflict (version) do update set since = now()', [version]),
    startSweeping() {
      const sweepQuietly = () =>
        sweep().catch((error: unknown) => {
          log.warn(error instanceof Error ? { name: error.name, message: error.message } : {}, 'orphaned objects could not be removed')
        })
      let running = sweepQuietly()
      const timer = setInterval(() => {
        running = sweepQuietly()
      }, SWEEP_INTERVAL_MS).unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}
