// Bytes that no object has: not yet, or not any more. The database knows them, so that even a killed server leaves none behind.
import type { Logger } from 'pino'
import { type Callers, SERVICE } from './caller.ts'
import type { Bytes } from './disk.ts'

const EVERY_MS = 60 * 60 * 1000

export type Strays = ReturnType<typeof createStrays>

export function createStrays({ callers, bytes, log }: { callers: Callers; bytes: Bytes; log: Logger }) {
  const asService = <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    callers.as(SERVICE, 'storage.tidy', (query) => query<Row>(sql, values))

  /** Takes the bytes away, then the note of them. */
  async function discard(versions: string[]) {
    if (!versions.length) return
    await bytes.remove(versions)
    await asService('delete from _server.stray_bytes where version = any ($1)', [versions])
  }

  /** An upload may be on its way for a long time: only what has been astray for hours is taken away. */
  async function sweep() {
    const found = await asService<{ version: string }>(
      "select version from _server.stray_bytes where since < now() - interval '3 hours' order by since limit 1000",
    )
    await discard(found.map(({ version }) => version))
    if (found.length) log.info({ removed: found.length }, 'stored bytes of no object were removed')
  }

  return {
    discard,
    /** Before bytes are kept; the object that gets them takes the note away. */
    enter: (version: string) => asService('insert into _server.stray_bytes (version) values ($1)', [version]),
    startSweeping() {
      const sweepQuietly = () =>
        sweep().catch((error: unknown) => {
          log.warn(error instanceof Error ? { name: error.name, message: error.message } : {}, 'stored bytes could not be tidied')
        })
      let running = sweepQuietly()
      const timer = setInterval(() => {
        running = sweepQuietly()
      }, EVERY_MS).unref()
      return async () => {
        clearInterval(timer)
        await running
      }
    },
  }
}
