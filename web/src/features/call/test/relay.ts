// Checks whether a call could go through the relay, which is needed behind some firewalls.
import * as z from 'zod/mini'
import { askFunction } from '../../../lib/data/functions.ts'
import { AppError } from '../../../lib/errors.ts'
import { type Note, SIGN_IN_FIRST } from './checks.ts'
import { openLoop } from './loop.ts'

const Answer = z.object({
  provider: z.enum(['own', 'daily']),
  ice_servers: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
})

/** For signed-in users. Throws `relay_blocked` if this network cannot reach the relay. */
export async function testRelay(): Promise<Note> {
  const answer = await askFunction('get-test-relay', {}, Answer).catch((error: unknown) => ({ note: noteOn(error) }))
  if ('note' in answer) return answer.note
  if (answer.provider === 'daily') return { key: 'videoTest.relayDaily', isTested: false }
  if (answer.ice_servers.length === 0) return { key: 'videoTest.relayNone', isTested: false }
  try {
    const loop = await openLoop([], { iceServers: answer.ice_servers, iceTransportPolicy: 'relay' })
    loop.close()
  } catch (cause) {
    throw new AppError(navigator.onLine ? 'relay_blocked' : 'offline', {}, { cause })
  }
  return { key: 'videoTest.relayGood', isTested: true }
}

function noteOn(error: unknown): Note {
  const reason = error instanceof AppError ? error.reason : undefined
  // The session has ended elsewhere.
  if (reason === 'not_signed_in') return SIGN_IN_FIRST
  return { key: reason === 'too_many_relay_tests' ? 'videoTest.relayLimited' : 'videoTest.relayUnknown', isTested: false }
}
