// Checks whether the realtime service can be reached, measures the round trip, and checks whether the relay works.
import type { RealtimeChannel } from '@supabase/realtime-js'
import { readSiteConfig } from '../../../lib/data/config.ts'
import { AppError } from '../../../lib/errors.ts'
import { hasKeptSession } from '../../../lib/session/session-state.ts'
import { type Finding, SIGN_IN_FIRST } from './checks.ts'
import { pause, within } from './within.ts'

const JOIN_TIMEOUT_MS = 8000
const ANSWER_TIMEOUT_MS = 4000
const ROUNDS = 4
const SLOW_MS = 300

export async function checkConnection(): Promise<Finding> {
  if (!navigator.onLine) throw new AppError('offline')
  const person = await signedInPerson()
  try {
    if (person) return { ...findingOf(await roundTrips(person)), note: await relayNote() }
  } catch (error) {
    // The session has ended elsewhere, so the check continues as for a visitor.
    if (!isRefused(error)) throw error
  }
  return { ...findingOf(await roundTrips()), note: SIGN_IN_FIRST }
}

const isRefused = (error: unknown) => error instanceof AppError && error.reason === 'refused'

// Loaded only for signed-in users, because visitors need no client.
const relayNote = async () => (await import('./relay.ts')).testRelay()

interface Person {
  id: string
  token: string
}

async function signedInPerson(): Promise<Person | undefined> {
  if (!hasKeptSession()) return undefined
  const { readSession } = await import('../../../lib/data/supabase.ts')
  const session = await readSession()
  return session ? { id: session.user.id, token: session.access_token } : undefined
}

export function findingOf(times: number[]): Finding {
  const ms = Math.max(1, Math.round(median(times)))
  return { key: ms > SLOW_MS ? 'videoTest.connectionSlow' : 'videoTest.connectionGood', values: { ms } }
}

/** The median ignores a single late response. */
function median(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

async function roundTrips(person?: Person) {
  try {
    return await measure(person)
  } catch (cause) {
    if (isRefused(cause)) throw cause
    throw new AppError(navigator.onLine ? 'unreachable' : 'offline', {}, { cause })
  }
}

async function measure(person: Person | undefined) {
  const { RealtimeClient } = await within(JOIN_TIMEOUT_MS, 'unreachable', import('@supabase/realtime-js'))
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  // A new client each time, because one that lost its connection would still wait for its next attempt.
  const line = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken: async () => person?.token ?? supabaseKey,
  })
  await line.setAuth()
  // Signed-in users get a private topic. Visitors cannot have one, so their topic has an unguessable name.
  const secret = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const topic = person ? `video-test:${person.id}:${secret}` : `video-test:${secret}`
  const channel = line.channel(topic, { config: { private: Boolean(person), broadcast: { self: true, ack: true } } })
  try {
    const hears = listenTo(channel)
    await within(JOIN_TIMEOUT_MS, 'unreachable', joined(channel))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const heard = hears(round)
      void channel.send({ type: 'broadcast', event: 'echo', payload: { round } })
      await within(ANSWER_TIMEOUT_MS, 'unreachable', heard)
      times.push(performance.now() - began)
      await pause(50)
    }
    return times
  } finally {
    void channel.unsubscribe()
    void line.disconnect()
  }
}

function listenTo(channel: RealtimeChannel) {
  const waiting = new Map<unknown, () => void>()
  channel.on('broadcast', { event: 'echo' }, ({ payload }: { payload: { round: number } }) => waiting.get(payload.round)?.())
  return (round: number) => new Promise<void>((resolve) => waiting.set(round, resolve))
}

/** Only the timeout decides, because the client may recover from a failed first attempt. */
const joined = (channel: RealtimeChannel) =>
  new Promise<void>((resolve, reject) => {
    channel.subscribe((reached, error) => {
      const status: string = reached
      if (status === 'SUBSCRIBED') resolve()
      if (error?.message.includes('Unauthorized')) reject(new AppError('refused'))
    })
  })
