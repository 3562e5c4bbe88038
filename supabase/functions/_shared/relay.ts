// Credentials for the relay (TURN) that calls go through where the two cannot reach each other.
import { createHash, createHmac } from 'node:crypto'

export interface IceServer {
  urls: string[]
  username: string
  credential: string
}

interface Wanted {
  env: Record<string, string | undefined>
  userId: string
  /** In seconds since 1970. */
  expiresAt: number
}

/** None where the operator has configured no relay. */
export function relayServers({ env, userId, expiresAt }: Wanted): IceServer[] {
  const { TURN_URLS: urls, TURN_SECRET: secret } = env
  if (!urls || !secret) return []
  // Relays write names into their logs: whose it is stays with us.
  const opaque = createHash('sha256').update(`${secret}:${userId}`).digest('hex').slice(0, 16)
  // https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00: the name holds until when, the password proves it.
  const username = `${Math.floor(expiresAt)}:${opaque}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return [{ urls: urls.split(',').map((url) => url.trim()), username, credential }]
}
