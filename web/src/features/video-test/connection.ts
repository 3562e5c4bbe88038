// Whether the service that calls are arranged over can be reached, and how long a word takes there and back.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { readSiteConfig } from '../../lib/config.ts'
import { AppError } from '../../lib/errors.ts'
import type { Finding } from './checks.ts'
import { pause, within } from './within.ts'

const JOINS_WITHIN_MS = 8000
const ANSWERS_WITHIN_MS = 4000
const ROUNDS = 4
const SLOW_MS = 300

export async function checkConnection(): Promise<Finding> {
  if (!navigator.onLine) throw new AppError('offline')
  try {
    return findingOf(await roundTrips())
  } catch (cause) {
    throw new AppError(navigator.onLine ? 'unreachable' : 'offline', {}, { cause })
  }
}

export function findingOf(times: number[]): Finding {
  const ms = Math.max(1, Math.round(median(times)))
  return { key: ms > SLOW_MS ? 'videoTest.connectionSlow' : 'videoTest.connectionGood', values: { ms } }
}

/** One late answer among quick ones says little. */
function median(times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

async function roundTrips() {
  const { RealtimeClient } = await within(JOINS_WITHIN_MS, 'unreachable', import('@supabase/supabase-js'))
  const { supabaseUrl, supabaseKey } = readSiteConfig()
  // A line of its own each time: one that was cut before would still be waiting for its next attempt.
  const line = new RealtimeClient(`${supabaseUrl.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: supabaseKey },
    accessToken: async () => supabaseKey,
  })
  await line.setAuth()
  // Nobody else can know its name.
  const topic = `video-test:${crypto.getRandomValues(new Uint32Array(4)).join('-')}`
  const channel = line.channel(topic, { config: { broadcast: { self: true, ack: true } } })
  try {
    const hears = listenTo(channel)
    await within(JOINS_WITHIN_MS, 'unreachable', joined(channel))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const heard = hears(round)
      void channel.send({ type: 'broadcast', event: 'echo', payload: { round } })
      await within(ANSWERS_WITHIN_MS, 'unreachable', heard)
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

/** A first attempt that fails may be mended by the client: only time tells. */
const joined = (channel: RealtimeChannel) =>
  new Promise<void>((resolve) => {
    channel.subscribe((reached) => {
      const status: string = reached
      if (status === 'SUBSCRIBED') resolve()
    })
  })
