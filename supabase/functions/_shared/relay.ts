// Credentials for the relay (TURN), which calls use when the two browsers cannot connect directly.
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

/** Empty if the operator has configured no relay. */
export function relayServers({ env, userId, expiresAt }: Wanted): IceServer[] {
  const { TURN_URLS: urls, TURN_SECRET: secret } = env
  if (!urls || !secret) return []
  // Relays log user names, so the name must not identify the user.
  const opaque = createHash('sha256').update(`${secret}:${userId}`).digest('hex').slice(0, 16)
  // https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00: the name contains the expiry, the password is its signature.
  const username = `${Math.floor(expiresAt)}:${opaque}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return [{ urls: urls.split(',').map((url) => url.trim()), username, credential }]
}
