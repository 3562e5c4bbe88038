// The first requests of a page about the signed-in person. The build determines them by running the page's queries for a sample person.

import { readSiteConfig } from './lib/data/config.ts'
import { queryClient } from './lib/data/query-client.ts'
import { type EarlyRequest, NOW, ROW_ID, START_OF_TODAY, USER_ID } from './lib/load/early-answers.ts'
import { readRoles } from './lib/session/roles.ts'
import type { SignedIn } from './lib/session/session-state.ts'
import { loadPage, type Page } from './routes.tsx'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/
const SAMPLE: SignedIn = {
  id: uuid(0),
  email: 'sample@example.com',
  names: { first: 'Sample', last: 'Person' },
  roles: ['admin', 'doctor'],
}
const FILTERED = new URLSearchParams({ sort: 'soonest' })

interface Recorded extends EarlyRequest {
  /** The id of the first row of the sample response. */
  rowId: string
}

export async function firstRequestsOf(page: Page): Promise<EarlyRequest[]> {
  const { preload } = await loadPage(page)
  const record = (search: URLSearchParams) =>
    recordRequests(async () => {
      await readRoles(SAMPLE.id)
      await preload?.(SAMPLE, search)
    })
  const filtered = new Set((await record(FILTERED)).map(keyOf))
  const requests = (await record(new URLSearchParams())).map((each) => (filtered.has(keyOf(each)) ? each : { ...each, isUnfiltered: true }))
  const requestsAbout = (rowId: string | undefined): EarlyRequest[] =>
    requests
      .filter((each) => requests.find(({ rowId: id }) => keyOf(each).includes(id))?.rowId === rowId)
      .map(({ rowId: own, ...request }) => {
        const next = requestsAbout(own)
        return { ...withPlaceholder(request, rowId, ROW_ID), ...(next.length > 0 && { next }) }
      })
  return requestsAbout(undefined).map(checked)
}

const keyOf = ({ path, body = '' }: EarlyRequest) => path + body

/**
 * Records the requests that `send` makes. Each gets a sample response with one row, so that requests that depend on a response are made
 * too.
 */
async function recordRequests(send: () => Promise<unknown>) {
  const now = new Date().toISOString()
  const requests: Recorded[] = []
  const { fetch } = globalThis
  globalThis.earlyAnswers = { now, answers: {} }
  globalThis.fetch = (input, { method = 'GET', body, headers } = {}) => {
    const path = (input instanceof Request ? input.url : input.toString()).replace(`${readSiteConfig().supabaseUrl}/rest/v1/`, '')
    const rowId = uuid(requests.length + 1)
    // Early answers are only used for these methods.
    if (method === 'GET' || method === 'POST')
      requests.push({ path, ...(typeof body === 'string' && { body }), headers: ownHeaders(new Headers(headers)), rowId })
    return Promise.resolve(Response.json(method === 'GET' ? [{ id: rowId, timezone: 'UTC' }] : []))
  }
  try {
    queryClient.clear()
    await send()
    while (queryClient.isFetching()) await new Promise((resolve) => setTimeout(resolve))
  } finally {
    globalThis.fetch = fetch
    globalThis.earlyAnswers = undefined
  }
  return requests.map((each) =>
    [
      [SAMPLE.id, USER_ID],
      [now, NOW],
      [`${now.slice(0, 10)}T00:00:00.000Z`, START_OF_TODAY],
    ].reduce((request, [value, name]) => ({ ...request, ...withPlaceholder(request, value, name) }), each),
  )
}

/** The headers without those that depend on the site and the person, which the page adds. */
const ownHeaders = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== 'apikey' && name !== 'authorization'))

function withPlaceholder<Request extends EarlyRequest>(request: Request, value: string | undefined, name: string | undefined): Request {
  if (!value || !name) return request
  const path = request.path.replaceAll(encodeURIComponent(value), name)
  return { ...request, path, ...(request.body && { body: request.body.replaceAll(value, name) }) }
}

function checked(request: EarlyRequest): EarlyRequest {
  const text = JSON.stringify(request)
  if (UUID.test(text) || /\d{4}-\d\d-\d\dT\d\d/.test(text)) throw new Error(`Only one browser could make this early request: ${text}`)
  return request
}
