// Answers to requests that a page sent before its scripts ran: see docs/decisions/0082-requests-before-the-scripts.md.

/** Placeholders in the page: for the id of the person, the current time, and the id and the start of today of a row in another answer. */
export const USER_ID = 'USER_ID'
export const NOW = 'NOW'
export const ROW_ID = 'ROW_ID'
export const START_OF_TODAY = 'START_OF_TODAY'

export interface EarlyRequest {
  /** The part of the address after /rest/v1/. */
  path: string
  /** A request with a body is a POST. */
  body?: string
  headers?: Record<string, string>
  /** Not sent by a page whose address has filters. */
  isUnfiltered?: boolean
  /** Follow-up requests about the first row of the answer. */
  next?: EarlyRequest[]
}

interface EarlyAnswers {
  /** The token that the page used. Undefined on public pages. */
  token?: string | undefined
  now: string
  /** The answers by address, followed by the body. */
  answers: Record<string, Promise<Response>>
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined
}

/** An older answer may be stale. */
const MAX_AGE_MS = 10_000

function freshAnswers() {
  const early = globalThis.earlyAnswers
  return early && Date.now() - Date.parse(early.now) < MAX_AGE_MS ? early : undefined
}

/** The current time. Soon after the page was opened, the time that its early requests used, so that the requests are the same. */
export const presentTime = () => freshAnswers()?.now ?? new Date().toISOString()

const made = new Set<string>()

/** The early answer to a request, if it is the first such request of the same person. Later requests want fresh data. */
export function takeEarlyAnswer(input: RequestInfo | URL, { method = 'GET', body, headers }: RequestInit = {}) {
  const early = freshAnswers()
  if (!early || input instanceof Request || !['GET', 'POST'].includes(method)) return undefined
  const request = String(input) + (typeof body === 'string' ? body : '')
  const answer = early.answers[request]
  delete early.answers[request]
  const isFirst = !made.has(request)
  made.add(request)
  const isSamePerson = new Headers(headers).get('authorization') === (early.token ? `Bearer ${early.token}` : null)
  return isFirst && isSamePerson ? answer : undefined
}
