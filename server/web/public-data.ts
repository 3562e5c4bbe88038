// Public data for pages, requested from the REST API once for all pages that need them.
import { readBody } from '../wire.ts'

/** A request to the REST API, defined by the site's build. */
export interface DataSource {
  /** The part after `/rest/v1/`. `{language}` is replaced by the language of the page, `{key}` by the key of its address. */
  path: string
  /** If present, the request is a POST. */
  body?: object
  /** Older data are not shown, unless `isKept` applies. */
  maxAgeSeconds: number
  /** Whether data of any age are shown while the backend is unreachable. Otherwise pages are rendered without them. */
  isKept?: boolean
  /** Messages of the database that trigger a refresh. */
  topics?: string[]
}

export interface LoadedData {
  key: string
  /** Changes whenever the data change. */
  version: number
  /** JSON, or undefined without data. */
  json: string | undefined
  /** The time of the last successful read, if the backend could not be reached since. */
  staleSince: number | undefined
}

/** `path` is the part after `/rest/v1/`. */
export type AskBackend = (path: string, body: string | undefined, signal: AbortSignal) => Promise<Response>

export interface PublicDataOptions {
  sources: Record<string, DataSource>
  ask: AskBackend
  /** Called when the backend fails, and again only after it has recovered. */
  onFailure?: (name: string, error: unknown) => void
  now?: () => number
}

const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 5000
/** With older data available, a page waits at most this long for new data. */
const MAX_WAIT_MS = 150
const RETRY_MS = 2000

interface Entry {
  json: string | undefined
  version: number
  loadedAt: number
  /** Each load has a number. A load that began before an invalidation may have read older data. */
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

  function load(name: string, source: DataSource, entry: Entry) {
    entry.loading ??= update().finally(() => {
      entry.loading = undefined
    })
    return entry.loading

    async function update() {
      try {
        const { json, generation, startedAt } = await request(source)
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

    async function request({ path, body }: DataSource) {
      const { generation } = entry
      const startedAt = now()
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await ask(path, body && JSON.stringify(body), signal)
      const bytes = await readBody(response, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, cutsOff: true })
      if (!response.ok) throw new Error(`the backend answered ${response.status}`)
      return { json: bytes.toString('utf8'), generation, startedAt }
    }
  }

  return {
    /** Rejects if there are no data and pages require them. */
    async read(name: string, language: string, addressKey = ''): Promise<LoadedData> {
      const general = sources[name]
      if (!general) throw new Error(`There is no data source "${name}".`)
      const fill = (text: string) =>
        text.replaceAll('{language}', encodeURIComponent(language)).replaceAll('{key}', encodeURIComponent(addressKey))
      const source = { ...general, path: fill(general.path) }
      const key = source.path === general.path ? name : `${name} ${source.path}`
      const entry = entryOf(key)
      const maxAgeMs = source.maxAgeSeconds * 1000
      const isFresh = () => entry.validGeneration === entry.generation && now() - entry.loadedAt < maxAgeMs
      const mayRetry = now() - entry.failedAt >= RETRY_MS
      if (!isFresh() && mayRetry) {
        const wait = async () => {
          const loading = load(name, source, entry).then(() => true)
          const mustWait = source.isKept && entry.json === undefined
          return mustWait ? loading : Promise.race([loading, after(MAX_WAIT_MS)])
        }
        // A load that began before an invalidation is repeated.
        if ((await wait()) && entry.failedAt === Number.NEGATIVE_INFINITY && !isFresh()) await wait()
      } else if (now() - entry.loadedAt > maxAgeMs / 2 && mayRetry) void load(name, source, entry)
      if (isFresh()) return { key, version: entry.version, json: entry.json, staleSince: undefined }
      if (!source.isKept) return { key, version: 0, json: undefined, staleSince: undefined }
      if (entry.json === undefined) throw new Error(`The data source "${name}" cannot be read.`)
      return { key, version: entry.version, json: entry.json, staleSince: entry.loadedAt }
    },

    /** Without a topic, invalidates all data. */
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
