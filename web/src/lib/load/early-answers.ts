// Answers to requests that a page of a signed-in person sent before its scripts ran: see web/build/first-paint.ts.

/** Stands for the person in the paths that the build writes into the page. */
export const USER_ID = 'USER_ID'

/** The present time, and fields of the first row of an answer that others wait for: its id, and when the day began in its zone. */
export const NOW = 'NOW'
export const ROW_ID = 'ROW_ID'
export const START_OF_TODAY = 'START_OF_TODAY'

/** `path` begins after /rest/v1/. With a body it is a POST. */
export interface EarlyRequest {
  path: string
  body?: string
  prefer?: string
  /** The address may hold filters, with which the page asks for something else. */
  isUnfiltered?: boolean
  /** Requests about the first row of the answer. */
  next?: EarlyRequest[]
}

declare global {
  interface Window {
    /** By address, followed by the body. `token`: with whose rights. */
    askedAs?: { token: string; now: string; answers: Record<string, Promise<Response>> }
  }
}

/** Later it may be outdated. */
const MAX_AGE_MS = 10_000

/** The present time; soon after the page was opened, the time at which it asked, so that the same request is made. */
export const presentTime = () => (window.askedAs && performance.now() < MAX_AGE_MS ? window.askedAs.now : new Date().toISOString())

const made = new Set<string>()

/** The answer to the same request of the same person, if it is the first such request. Whoever asks again wants to know what is new. */
export function takeEarlyAnswer(input: RequestInfo | URL, { method = 'GET', body, headers }: RequestInit = {}) {
  const early = window.askedAs
  if (!early || performance.now() > MAX_AGE_MS || input instanceof Request || !['GET', 'POST'].includes(method)) return undefined
  const request = String(input) + (typeof body === 'string' ? body : '')
  const answer = early.answers[request]
  delete early.answers[request]
  const isFirst = !made.has(request)
  made.add(request)
  return isFirst && new Headers(headers).get('authorization') === `Bearer ${early.token}` ? answer : undefined
}
