// Runs in its own thread and renders one page at a time, so that requests never wait for React.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants } from 'node:zlib'
import { preloadsOf } from './preloads.ts'
import type { Message, RenderedPage, Reply, SiteRenderer, Task, WorkerSettings } from './render-job.ts'
import { templateFile } from './template-file.ts'

const QUALITY = 5

const settings = workerData as WorkerSettings
const site = (await import(pathToFileURL(join(settings.folder, settings.renderer)).href)) as SiteRenderer
const known = new Map<string, unknown>()

// One at a time, because a renderer may keep state in its modules.
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: Message) => {
  last = last.then(() => handle(message))
})
parentPort?.postMessage({ id: 0, result: {} } satisfies Reply)

async function handle({ id, task, needs, sent }: Message) {
  try {
    for (const [key, json] of Object.entries(sent)) known.set(key, json === undefined ? undefined : JSON.parse(json))
    const data = Object.fromEntries(Object.entries(needs).map(([name, key]) => [name, known.get(key)]))
    if (task.kind === 'addresses') return reply({ id, result: site.addressesOf?.(task.page, data) ?? {} })
    const result = await render(task, data)
    reply({ id, result }, [result.br.buffer])
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

const reply = (message: Reply, transferred: ArrayBuffer[] = []) => parentPort?.postMessage(message, transferred)

async function render(task: Task & { kind: 'page' }, data: Record<string, unknown>): Promise<RenderedPage> {
  const { page, path, language, isPrefixed } = task
  const { siteUrl, values } = settings
  const template = readTemplate(page, language)
  const answer = await site.renderPage({ page, path, language, isPrefixed, data, template, siteUrl, values })
  const body = Buffer.from(answer.body)
  const br = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
  return {
    status: answer.status,
    // Copied, because small buffers share memory, and this one is transferred to another thread.
    br: new Uint8Array(br),
    tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    link: preloadsOf(answer.body),
    validUntil: answer.validUntil ?? Number.POSITIVE_INFINITY,
  }
}

/** Read each time, which takes a fraction of a millisecond. All templates would take tens of megabytes. */
function readTemplate(page: string, language: string) {
  const file = join(settings.folder, templateFile(page, language))
  return (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .replaceAll('__SITE_URL__', () => settings.siteUrl)
    .replace('"__CONFIG__"', () => JSON.stringify(settings.values).replaceAll('<', '\\u003c'))
}
