import { expect, test } from 'vitest'
import { createSessionFetch, type Renewal } from './session-fetch.ts'

const URL = 'https://backend.example'
const KEY = 'sb_publishable_x'

/** A backend that accepts one token, and a browser that stores one. */
function aSession({ stored = 'old', renewal = 'renewed' }: { stored?: string; renewal?: Renewal } = {}) {
  const state: { accepted: string; stored: string | undefined; renewals: number; endings: number; isSignedIn: boolean } = {
    accepted: 'good',
    stored,
    renewals: 0,
    endings: 0,
    isSignedIn: true,
  }
  const requests: string[] = []
  let comeBack: ((isSame: boolean) => void) | undefined
  let waiting: Promise<boolean> | undefined
  const session = createSessionFetch({
    supabaseUrl: URL,
    send: async (input, init) => {
      const token = (new Headers(init?.headers).get('authorization') ?? '').replace('Bearer ', '')
      const path = (input as string).slice(URL.length)
      requests.push(`${path} ${token}`)
      if (path === '/rest/v1/always-refused') return Response.json({}, { status: 401 })
      if (path === '/auth/v1/token?grant_type=refresh_token') return new Response('<html>', { status: 403 })
      const isGood = token === state.accepted || token === KEY
      if (path.startsWith('/storage/'))
        return Response.json({ statusCode: '403' }, { status: isGood && !path.endsWith('/foreign') ? 200 : 400 })
      return Response.json({}, { status: isGood ? 200 : path.startsWith('/auth/') ? 403 : 401 })
    },
    readToken: async () => state.stored,
    renew: async () => {
      state.renewals++
      if (renewal === 'renewed') state.stored = state.accepted
      return renewal
    },
    end: async () => {
      state.endings++
      state.stored = undefined
      state.isSignedIn = false
      waiting = new Promise((resolve) => {
        comeBack = resolve
      })
    },
    signedInAgain: () => waiting,
    isSignedIn: () => state.isSignedIn,
    hasStoredToken: () => state.stored !== undefined,
  })
  const ask = async (path: string, token: string | undefined = 'old') =>
    (await session.fetch(URL + path, { method: 'POST', headers: { apikey: KEY, ...(token && { authorization: `Bearer ${token}` }) } }))
      .status
  const signIn = (isSame: boolean) => {
    state.stored = isSame ? state.accepted : 'of somebody else'
    waiting = undefined
    comeBack?.(isSame)
  }
  return { ...session, state, requests, ask, signIn, isWaiting: () => waiting !== undefined }
}

test('many refused requests renew the token once, and each is sent again with the new one', async () => {
  const { ask, state, requests } = aSession()
  expect(await Promise.all(['/rest/v1/a', '/rest/v1/b', '/functions/v1/c'].map((path) => ask(path)))).toEqual([200, 200, 200])
  expect(state).toMatchObject({ renewals: 1, endings: 0 })
  expect(requests.filter((request) => request.endsWith(' good'))).toHaveLength(3)
})

test('a token that another tab has renewed is used without asking for one more', async () => {
  const { ask, state } = aSession({ stored: 'good' })
  expect(await ask('/rest/v1/a')).toBe(200)
  expect(state.renewals).toBe(0)
})

test('requests of the first person are never sent with the token of somebody who signed in in another tab', async () => {
  const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`
  const { ask, state, requests } = aSession({ stored: tokenOf('second') })
  state.accepted = tokenOf('second')
  expect(await ask('/rest/v1/a', tokenOf('first'))).toBe(401)
  expect(requests).toEqual([`/rest/v1/a ${tokenOf('first')}`])
})

test('a session that cannot be renewed ends once; its requests wait until the same person signs in again', async () => {
  const { ask, state, signIn, isWaiting, requests } = aSession({ renewal: 'ended' })
  const asked = [ask('/rest/v1/a'), ask('/rest/v1/b')]
  await expect.poll(isWaiting).toBe(true)
  const meanwhile = ask('/rest/v1/c', KEY)
  signIn(true)
  expect(await Promise.all([...asked, meanwhile])).toEqual([200, 200, 200])
  expect(state).toMatchObject({ renewals: 1, endings: 1 })
  // Requests are never sent anonymously, because the response would be an empty list.
  expect(requests).not.toContain(`/rest/v1/c ${KEY}`)
})

test('somebody else who signs in gets no response to a request of the first person', async () => {
  const { ask, signIn, isWaiting, requests } = aSession({ renewal: 'ended' })
  const asked = ask('/rest/v1/a')
  await expect.poll(isWaiting).toBe(true)
  const meanwhile = ask('/rest/v1/b', KEY)
  signIn(false)
  expect(await Promise.all([asked, meanwhile])).toEqual([401, 401])
  expect(requests).toEqual(['/rest/v1/a old'])
})

test('a renewal without a response is a lost connection, not the end of the session', async () => {
  const { ask, state } = aSession({ renewal: 'unreachable' })
  await expect(ask('/rest/v1/a')).rejects.toThrow(TypeError)
  expect(state.endings).toBe(0)
})

test('a proxy page or a rate limit in place of a renewal counts as a lost connection', async () => {
  const { fetch } = aSession()
  await expect(fetch(`${URL}/auth/v1/token?grant_type=refresh_token`, { method: 'POST' })).rejects.toThrow(TypeError)
})

test('a request whose expired token cannot be renewed is not sent anonymously', async () => {
  const { ask, requests } = aSession()
  await expect(ask('/rest/v1/a', KEY)).rejects.toThrow(TypeError)
  expect(requests).toEqual([])
})

test('a session that was deleted from the browser has ended', async () => {
  const { ask, state, signIn, isWaiting } = aSession()
  state.stored = undefined
  const asked = ask('/rest/v1/a', KEY)
  await expect.poll(isWaiting).toBe(true)
  signIn(true)
  expect(await asked).toBe(200)
  expect(state).toMatchObject({ renewals: 0, endings: 1 })
})

test('a request that is refused with a fresh token too is not retried again', async () => {
  const { ask, state, requests } = aSession()
  expect(await ask('/rest/v1/always-refused')).toBe(401)
  expect(requests).toHaveLength(2)
  expect(state).toMatchObject({ renewals: 1, endings: 0 })
})

test('storage refuses with 400: only a dead session is renewed, somebody else’s file stays refused', async () => {
  const { ask, state, requests } = aSession()
  expect(await ask('/storage/v1/object/own')).toBe(200)
  expect(state.renewals).toBe(1)
  requests.length = 0
  expect(await ask('/storage/v1/object/foreign', 'good')).toBe(400)
  expect(state.renewals).toBe(1)
  expect(requests).toEqual(['/storage/v1/object/foreign good', '/auth/v1/user good'])
})

test('requests of people who are not signed in pass unchanged', async () => {
  const { ask, state, requests } = aSession()
  state.isSignedIn = false
  expect(await ask('/rest/v1/a', KEY)).toBe(200)
  expect(requests).toEqual([`/rest/v1/a ${KEY}`])
})

test('a session counts as accepted only after a token was accepted', async () => {
  const { ask, wasAccepted, state } = aSession({ renewal: 'unreachable' })
  await ask('/rest/v1/a').catch(() => {})
  expect(wasAccepted()).toBe(false)
  state.accepted = 'old'
  await ask('/rest/v1/a')
  expect(wasAccepted()).toBe(true)
})

test('refused live channels check the session once, however many there are', async () => {
  const { checkSession, requests, state } = aSession({ renewal: 'ended' })
  for (let channel = 0; channel < 3; channel++) void checkSession(KEY)
  await expect.poll(() => state.endings).toBe(1)
  expect(requests).toEqual(['/auth/v1/user old'])
})
