// Answers to requests that a page sent before its scripts ran: see docs/decisions/0082-requests-before-the-scripts.md.

/** These stand in the page for the id of the person, the present time, and the id and the start of today of a row of another answer. */
export const USER_ID = 'USER_ID'
export const NOW = 'NOW'
export const ROW_ID = 'ROW_ID'
export const START_OF_TODAY = 'START_OF_TODAY'

export interface EarlyRequest {
  /** Begins after /rest/v1/. */
  path: string
  /** With a body it is a POST. */
  body?: string
  headers?: Record<string, string>
  /** A page whose address has filters does not send it. */
  isUnfiltered?: boolean
  /** Requests about the first row of the answer. */
  next?: EarlyRequest[]
}

interface EarlyAnswers {
  /** With whose rights the page asked. Undefined on public pages. */
  token?: string | undefined
  now: string
  /** By address, followed by the body. */
  answers: Record<string, Promise<Response>>
}

declare global {
  var earlyAnswers: EarlyAnswers | undefined
}

/** Later an answer may be outdated. */
const MAX_AGE_MS = 10_000

function freshAnswers() {
  const early = globalThis.earlyAnswers
  return early && Date.now() - Date.parse(early.now) < MAX_AGE_MS ? early : undefined
}

/** The present time; soon after the page was opened, the time at which it asked, so that the same request is made. */
export const presentTime = () => freshAnswers()?.now ?? new Date().toISOString()

const made = new Set<string>()

/** The answer to the same request of the same person, if it is the first such request. Whoever asks again wants to know what is new. */
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
