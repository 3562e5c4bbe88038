// What pages show of the database, as anybody may read it: asked for once, for all pages that need it.
import { readBody } from '../wire.ts'

/** A request to the REST API. The site's build names them. */
export interface DataSource {
  /** Begins after `/rest/v1/`. `{language}` stands for the language of the page. */
  path: string
  /** With a body it is a POST. */
  body?: object
  /** Older data is never shown, unless it is kept. */
  maxAgeSeconds: number
  /** Shown while the backend cannot be reached, however old it is. Without, pages do without this data then. */
  isKept?: boolean
  /** Messages of the database after which it is asked for again. */
  topics?: string[]
}

export interface LoadedData {
  key: string
  /** Another number for other data. */
  version: number
  /** JSON; undefined if there is none. */
  json: string | undefined
  /** When it was read, if the backend could not be asked again since. */
  staleSince: number | undefined
}

/** `path` begins after `/rest/v1/`. */
export type AskBackend = (path: string, body: string | undefined, signal: AbortSignal) => Promise<Response>

export interface PublicDataOptions {
  sources: Record<string, DataSource>
  ask: AskBackend
  /** Called when the backend fails, and not again until it has answered. */
  onFailure?: (name: string, error: unknown) => void
  now?: () => number
}

const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 5000
/** With older data at hand a page does not wait longer for new data. */
const MAX_WAIT_MS = 150
const RETRY_MS = 2000

interface Entry {
  json: string | undefined
  version: number
  loadedAt: number
  /** Loads begin under a number. One that began before an invalidation may have read older data. */
  generation: number
  validGeneration: number
  failedAt: number
  loading: Promise<void> | undefined
}

export function createPublicData({ sources, ask, onFailure = () => {}, now = Date.now }: PublicDataOptions) {
  const entries = new Map<string, Entry>()
  let lastVersion = 0

  function entryOf(key: string) {
    const entry = entries.get(key) ?? {
      json: undefined,
      version: 0,
      loadedAt: Number.NEGATIVE_INFINITY,
      generation: 0,
      validGeneration: -1,
      failedAt: Number.NEGATIVE_INFINITY,
      loading: undefined,
    }
    entries.set(key, entry)
    return entry
  }

  function load(name: string, source: DataSource, language: string, entry: Entry) {
    entry.loading ??= update().finally(() => {
      entry.loading = undefined
    })
    return entry.loading

    async function update() {
      try {
        const { json, generation, startedAt } = await request(source, language)
        if (json !== entry.json) {
          lastVersion += 1
          Object.assign(entry, { json, version: lastVersion })
        }
        Object.assign(entry, { loadedAt: startedAt, validGeneration: generation, failedAt: Number.NEGATIVE_INFINITY })
      } catch (error) {
        if (entry.failedAt === Number.NEGATIVE_INFINITY) onFailure(name, error)
        entry.failedAt = now()
      }
    }

    async function request({ path, body }: DataSource, pageLanguage: string) {
      const { generation } = entry
      const startedAt = now()
      const address = path.replaceAll('{language}', encodeURIComponent(pageLanguage))
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await ask(address, body && JSON.stringify(body), signal)
      const bytes = await readBody(response, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, cutsOff: true })
      if (!response.ok) throw new Error(`the backend answered ${response.status}`)
      return { json: bytes.toString('utf8'), generation, startedAt }
    }
  }

  return {
    /** Rejects if there is no data and pages cannot do without. */
    async read(name: string, language: string): Promise<LoadedData> {
      const source = sources[name]
      if (!source) throw new Error(`There is no data source "${name}".`)
      const key = source.path.includes('{language}') ? `${name} ${language}` : name
      const entry = entryOf(key)
      const maxAgeMs = source.maxAgeSeconds * 1000
      const isFresh = () => entry.validGeneration === entry.generation && now() - entry.loadedAt < maxAgeMs
      const mayRetry = now() - entry.failedAt >= RETRY_MS
      if (!isFresh() && mayRetry) {
        const wait = async () => {
          const loading = load(name, source, language, entry).then(() => true)
          const mustWait = source.isKept && entry.json === undefined
          return mustWait ? loading : Promise.race([loading, after(MAX_WAIT_MS)])
        }
        // A load that began before an invalidation is followed by another.
        if ((await wait()) && entry.failedAt === Number.NEGATIVE_INFINITY && !isFresh()) await wait()
      } else if (now() - entry.loadedAt > maxAgeMs / 2 && mayRetry) void load(name, source, language, entry)
      if (isFresh()) return { key, version: entry.version, json: entry.json, staleSince: undefined }
      if (!source.isKept) return { key, version: 0, json: undefined, staleSince: undefined }
      if (entry.json === undefined) throw new Error(`The data source "${name}" cannot be read.`)
      return { key, version: entry.version, json: entry.json, staleSince: entry.loadedAt }
    },

    /** Undefined: of every topic. */
    invalidate(topic?: string) {
      for (const [key, entry] of entries) {
        const { topics = [] } = sources[key.split(' ')[0] ?? ''] ?? {}
        if (topic !== undefined && !topics.includes(topic)) continue
        entry.generation += 1
        entry.failedAt = Number.NEGATIVE_INFINITY
      }
    },
  }
}

export type PublicData = ReturnType<typeof createPublicData>

const after = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false).unref())
