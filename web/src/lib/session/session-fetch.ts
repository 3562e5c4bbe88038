// All requests of the client pass through here, so that a session that ended elsewhere is noticed once, in one place.
import { claimsOf } from './token.ts'
// A refused token is renewed once and the request sent again. If that fails too, requests wait until the person signs in again.

export type Renewal = 'renewed' | 'ended' | 'unreachable'

export interface SessionFetchOptions {
  supabaseUrl: string
  send: typeof fetch
  /** The stored access token. */
  readToken: () => Promise<string | undefined>
  renew: () => Promise<Renewal>
  /** Deletes this browser's session. */
  end: () => Promise<void>
  /** Undefined while the session is alive. Once it has ended under an open page, resolves with whether the same person signs in again. */
  signedInAgain: () => Promise<boolean> | undefined
  isSignedIn: () => boolean
  /** Whether this browser has stored a session, even an expired one. */
  hasStoredToken: () => boolean
}

const PROBE_PAUSE_MS = 5000

export function createSessionFetch({
  supabaseUrl,
  send,
  readToken,
  renew,
  end,
  signedInAgain,
  isSignedIn,
  hasStoredToken,
}: SessionFetchOptions) {
  let wasAccepted = false
  let probedAt = Number.NEGATIVE_INFINITY
  const renewing = new Map<string, Promise<string | undefined>>()

  const tokenOfNextSignIn = async (isBack: Promise<boolean> | undefined) => ((await isBack) ? readToken() : undefined)

  /** Returns a token that works, after `refused` did not. Undefined if the session is over. Rejects if that is unknown. */
  function renewToken(refused: string): Promise<string | undefined> {
    const running = renewing.get(refused)
    if (running) return running
    const started = askForToken(refused).finally(() => renewing.delete(refused))
    renewing.set(refused, started)
    return started
  }

  async function askForToken(refused: string) {
    const stored = await readToken()
    // Another tab has renewed the token. Or somebody else has signed in there: then the first person's requests must not be sent as theirs.
    if (stored && stored !== refused) return !refused || ownerOf(stored) === ownerOf(refused) ? stored : undefined
    const outcome = stored ? await renew() : 'ended'
    if (outcome === 'unreachable') throw new TypeError('The session could not be renewed.')
    if (outcome === 'renewed') return readToken()
    await end()
    const isBack = signedInAgain()
    if (isBack) return tokenOfNextSignIn(isBack)
    // The person has already signed in again in another tab.
    const next = await readToken()
    return next && ownerOf(next) === ownerOf(refused) ? next : undefined
  }

  /** Whether the server refuses the token. A missing response, or another error, says nothing about the token. */
  async function isRefused(token: string, apiKey: string | null) {
    const headers = { authorization: `Bearer ${token}`, ...(apiKey && { apikey: apiKey }) }
    const answer = await send(`${supabaseUrl}/auth/v1/user`, { headers }).catch(() => undefined)
    return answer?.status === 401 || answer?.status === 403
  }

  /** Wraps any transport, so that requests without fetch can use the session too. */
  const through =
    (transport: typeof fetch): typeof fetch =>
    async (input, init) => {
      const path = pathOf(input, supabaseUrl)
      if (path.startsWith('/auth/v1/')) return authFetch(path, input, init)
      const waiting = signedInAgain()
      if (waiting) {
        const token = await tokenOfNextSignIn(waiting)
        return token ? transport(input, withToken(init, token)) : endedAnswer()
      }
      const token = personToken(init)
      if (!token && isSignedIn()) {
        // The token has expired and could not be renewed. An anonymous request would return empty lists.
        if (hasStoredToken()) throw new TypeError('The session could not be renewed.')
        // The stored session was deleted, by hand or by the browser.
        const next = await renewToken('')
        return next ? transport(input, withToken(init, next)) : endedAnswer()
      }
      const answer = await transport(input, init)
      if (!token) return answer
      if (answer.ok) wasAccepted = true
      const isSuspect = answer.status === 401 || (path.startsWith('/storage/v1/') && (answer.status === 400 || answer.status === 403))
      if (!isSuspect) return answer
      // Storage responds with 400 to nearly every refused request.
      if (answer.status !== 401 && !(await isRefused(token, apiKeyOf(init)))) return answer
      const renewed = await renewToken(token)
      return renewed ? transport(input, withToken(init, renewed)) : answer
    }

  async function authFetch(path: string, input: RequestInfo | URL, init: RequestInit | undefined) {
    const answer = await send(input, init)
    // Only the account service can decide that a session is over, not a proxy or a rate limit in front of it.
    if (path.startsWith('/auth/v1/token?grant_type=refresh_token') && !isVerdict(answer)) throw new TypeError(`HTTP ${answer.status}`)
    const token = personToken(init)
    if (path.startsWith('/auth/v1/user') && token && (answer.status === 401 || answer.status === 403))
      void renewToken(token).catch(() => {})
    return answer
  }

  /** Asks the server whether the session is alive, for connections that do not pass through here, such as a refused live channel. */
  const checkSession = async (apiKey: string) => {
    const token = await readToken()
    if (!token || signedInAgain() || Date.now() - probedAt < PROBE_PAUSE_MS) return
    probedAt = Date.now()
    if (await isRefused(token, apiKey)) await renewToken(token).catch(() => {})
  }

  return {
    fetch: through(send),
    through,
    checkSession,
    /** Whether the server has accepted a token since the page was opened. */
    wasAccepted: () => wasAccepted,
  }
}

function isVerdict({ status, headers }: Response) {
  return [200, 400, 401, 403].includes(status) && (headers.get('content-type') ?? '').includes('json')
}

function pathOf(input: RequestInfo | URL, supabaseUrl: string) {
  const url = input instanceof Request ? input.url : String(input)
  return url.startsWith(supabaseUrl) ? url.slice(supabaseUrl.length) : url
}

const apiKeyOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('apikey')

/** While nobody is signed in, the client sends its key as the token. */
function personToken(init: RequestInit | undefined) {
  const token = /^Bearer (\S+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1]
  return token === apiKeyOf(init) ? undefined : token
}

const ownerOf = (token: string) => claimsOf(token)['sub']

function withToken(init: RequestInit | undefined, token: string): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token}`)
  return { ...init, headers }
}

const endedAnswer = () => Response.json({ code: 'PT401', message: 'session_not_found' }, { status: 401 })
