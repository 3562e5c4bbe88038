// Pages with data from the database, rendered on request and cached until the data change.
import { createPageCache } from './page-cache.ts'
import type { LoadedData, PublicData } from './public-data.ts'
import type { RenderedPage } from './render-job.ts'
import { QueueIsFull, type Renderer } from './renderer.ts'

/** Written by the build of the site. */
export interface DataPage {
  /** The last segment may be a parameter, such as `:article`. */
  pattern: string
  /** The names of the data sources. */
  needs: string[]
  /** For a parameter: the existing addresses. The first group of the pattern extracts the key from the parameter. */
  addresses?: { key: string; needs: string[] }
  /** A file without a language, such as a sitemap. */
  isFile?: boolean
}

export interface WantedPage {
  page: DataPage
  path: string
  language: string
  isPrefixed: boolean
}

export type Outcome =
  | { kind: 'page'; page: RenderedPage; staleSince: number | undefined }
  /** The last segment of the current address. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' }

interface RenderedPagesOptions {
  data: PublicData
  renderer: Pick<Renderer, 'render' | 'addressesOf'>
  maxBytes?: number
  timeoutMs?: number
  onFailure?: (pattern: string, error: unknown) => void
  now?: () => number
}

const MAX_BYTES = 32 * 1024 * 1024
const TIMEOUT_MS = 300
/** Includes a gzip version, which is slightly larger than the brotli one. */
const BYTES_PER_BYTE = 2.5

interface Kept {
  bytes: number
  page: RenderedPage
  /** The versions of the data in the page. */
  versions: string
}

export function createRenderedPages({
  data,
  renderer,
  maxBytes = MAX_BYTES,
  timeoutMs = TIMEOUT_MS,
  onFailure = () => {},
  now = Date.now,
}: RenderedPagesOptions) {
  const cache = createPageCache<Kept>(maxBytes)
  const rendering = new Map<string, Promise<RenderedPage>>()
  const addresses = new Map<string, { versions: string; found: Promise<Map<string, string>> }>()

  async function read(names: string[], language: string, addressKey?: string) {
    const loaded = await Promise.all(names.map((name) => data.read(name, language, addressKey)))
    return Object.fromEntries(names.map((name, place) => [name, loaded[place]])) as Record<string, LoadedData>
  }

  async function find(wanted: WantedPage): Promise<Outcome> {
    const { page, language, isPrefixed } = wanted
    // Without a list of addresses, all addresses of a page have the same content, so invented ones cannot fill the cache.
    const path = page.addresses ? wanted.path : page.pattern
    let addressKey = ''
    if (page.addresses) {
      const value = path.slice(path.lastIndexOf('/') + 1)
      addressKey = new RegExp(page.addresses.key).exec(value)?.[1] ?? ''
      const address = addressKey ? (await addressesOf(page, page.addresses.needs, language)).get(addressKey) : undefined
      if (address === undefined) return { kind: 'unknown' }
      if (address !== value) return { kind: 'moved', to: address }
    }
    const loaded = await read(page.needs, language, addressKey)
    const versions = versionsOf(loaded)
    const stale = Object.values(loaded).flatMap(({ staleSince }) => staleSince ?? [])
    const staleSince = stale.length > 0 ? Math.min(...stale) : undefined
    // The query is not part of the key.
    const key = `${language} ${isPrefixed} ${path}`
    const kept = cache.get(key)
    if (kept?.versions === versions && now() < kept.page.validUntil) return { kind: 'page', page: kept.page, staleSince }
    const flight = `${key} ${versions}`
    const rendered = rendering.get(flight) ?? render()
    rendering.set(flight, rendered)
    return { kind: 'page', page: await rendered, staleSince }

    async function render() {
      try {
        const result = await renderer.render({ page: page.pattern, path, language, isPrefixed }, loaded)
        cache.set(key, { page: result, versions, bytes: Math.ceil(result.br.length * BYTES_PER_BYTE) })
        return result
      } finally {
        rendering.delete(flight)
      }
    }
  }

  async function addressesOf({ pattern }: DataPage, needs: string[], language: string) {
    const loaded = await read(needs, language)
    const versions = versionsOf(loaded)
    let known = addresses.get(pattern)
    if (known?.versions !== versions) {
      known = { versions, found: renderer.addressesOf(pattern, loaded).then((found) => new Map(Object.entries(found))) }
      addresses.set(pattern, known)
      // After an error the next request retries.
      known.found.catch(() => addresses.delete(pattern))
    }
    return known.found
  }

  return {
    /** Returns undefined if the page cannot be rendered in time. Then the page without data is sent. */
    async get(wanted: WantedPage): Promise<Outcome | undefined> {
      const found = find(wanted).catch((error: unknown) => {
        if (!(error instanceof QueueIsFull)) onFailure(wanted.page.pattern, error)
        return undefined
      })
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), timeoutMs)
      })
      const outcome = await Promise.race([found, tooLate])
      clearTimeout(timer)
      return outcome
    },
    bytes: cache.bytes,
  }
}

export type RenderedPages = ReturnType<typeof createRenderedPages>

const versionsOf = (loaded: Record<string, LoadedData>) =>
  Object.values(loaded)
    .map(({ key, version }) => `${key}:${version}`)
    .join(' ')
