// `GET /metrics` in Prometheus' text format, for holders of the token. Contains only counts and durations, no path, name or address.
import { timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Sample {
  name: string
  help: string
  labels?: Record<string, string>
  value: number
}

/** Called at each scrape. A source that fails or takes too long is left out. */
export type Source = () => Promise<Sample[]> | Sample[]

export interface Metrics {
  observe: (part: string, status: number, ms: number) => void
  addSource: (source: Source) => void
  handle: (request: Request) => Promise<Response>
  stop: () => void
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SOURCE_TIMEOUT_MS = 2000
// Labels are limited to our own parts and statuses, because labels from requests could grow without bound.
const MAX_SERIES = 500

export function createMetrics(token: string): Metrics {
  const requests = new Map<string, { part: string; status: number; count: number; seconds: number; buckets: number[] }>()
  const sources: Source[] = []
  const eventLoop = monitorEventLoopDelay({ resolution: 20 })
  eventLoop.enable()

  function renderRequests() {
    const name = 'http_request_duration_seconds'
    const lines = [`# HELP ${name} Requests by part of the server and status.`, `# TYPE ${name} histogram`]
    for (const { part, status, count, seconds, buckets } of requests.values()) {
      const labels = `part="${escapeLabel(part)}",status="${status}"`
      let below = 0
      BUCKETS_S.forEach((limit, index) => {
        below += buckets[index] ?? 0
        lines.push(`${name}_bucket{${labels},le="${limit}"} ${below}`)
      })
      lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`)
    }
    return lines
  }

  function processSamples(): Sample[] {
    const { rss, heapUsed, external } = process.memoryUsage()
    const samples = [
      { name: 'process_resident_memory_bytes', help: 'Resident memory.', value: rss },
      { name: 'nodejs_heap_used_bytes', help: 'Heap in use.', value: heapUsed },
      { name: 'nodejs_external_memory_bytes', help: 'Memory of buffers outside the heap.', value: external },
      { name: 'process_uptime_seconds', help: 'Since the process started.', value: process.uptime() },
      { name: 'nodejs_eventloop_delay_p99_seconds', help: 'Since the last scrape.', value: eventLoop.percentile(99) / 1e9 },
      { name: 'nodejs_eventloop_delay_max_seconds', help: 'Since the last scrape.', value: eventLoop.max / 1e9 },
    ]
    eventLoop.reset()
    return samples
  }

  return {
    observe(part, status, ms) {
      const key = `${part} ${status}`
      let series = requests.get(key)
      if (!series) {
        if (requests.size >= MAX_SERIES) return
        series = { part, status, count: 0, seconds: 0, buckets: BUCKETS_S.map(() => 0) }
        requests.set(key, series)
      }
      const index = BUCKETS_S.findIndex((limit) => ms / 1000 <= limit)
      if (index !== -1) series.buckets[index] = (series.buckets[index] ?? 0) + 1
      series.count++
      series.seconds += ms / 1000
    },
    addSource: (source) => void sources.push(source),
    async handle(request) {
      if (!isAllowed(request.headers.get('authorization'), token)) {
        return Response.json({ message: 'Unauthorized' }, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
      }
      const samples = await Promise.all([processSamples, ...sources].map(askInTime))
      return new Response([...renderRequests(), ...renderGauges(samples.flat()), ''].join('\n'), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      })
    },
    stop: () => eventLoop.disable(),
  }
}

function isAllowed(authorization: string | null, token: string) {
  const given = Buffer.from(authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function askInTime(source: Source): Promise<Sample[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<Sample[]>()
  const timer = setTimeout(resolve, SOURCE_TIMEOUT_MS, [])
  try {
    return await Promise.race([source(), timeout])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

function renderGauges(samples: Sample[]) {
  const byName = Map.groupBy(samples, ({ name }) => name)
  return [...byName].flatMap(([name, group]) => [
    `# HELP ${name} ${group[0]?.help.replaceAll(/[\n\\]/g, ' ')}`,
    `# TYPE ${name} gauge`,
    ...group.map(({ labels, value }) => `${name}${renderLabels(labels)} ${value}`),
  ])
}

function renderLabels(labels: Record<string, string> = {}) {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escapeLabel(value)}"`)
  return pairs.length ? `{${pairs.join(',')}}` : ''
}

const escapeLabel = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
