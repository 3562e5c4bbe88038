// Rooms of our own: a page of the site, peer to peer, with a relay where one is configured.
import { createHash, createHmac } from 'node:crypto'

const LONGEST_SECONDS = 2 * 60 * 60

export interface OwnRoom {
  provider: 'own'
  room_url: string
  ice_servers: { urls: string[]; username: string; credential: string }[]
  relay_only: boolean
}

interface Wanted {
  appointmentId: string
  userId: string
  expiresAt: string
  env: Record<string, string | undefined>
}

export function ownRoom({ appointmentId, userId, expiresAt, env }: Wanted): OwnRoom {
  const site = env['SITE_URL']
  if (!site) throw new Error('SITE_URL is missing')
  const { TURN_URLS: urls, TURN_SECRET: secret } = env
  return {
    provider: 'own',
    room_url: `${site.replace(/\/$/, '')}/call/${appointmentId}`,
    ice_servers: urls && secret ? [relay({ urls: urls.split(','), secret, userId, expiresAt })] : [],
    relay_only: env['ICE_RELAY_ONLY'] === 'on',
  }
}

// https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00: the name holds until when, the password proves it.
function relay({ urls, secret, userId, expiresAt }: { urls: string[]; secret: string; userId: string; expiresAt: string }) {
  const now = Math.floor(Date.now() / 1000)
  const until = Math.min(Math.floor(Date.parse(expiresAt) / 1000), now + LONGEST_SECONDS)
  // Relays write names into their logs: whose it is stays with us.
  const opaque = createHash('sha256').update(`${secret}:${userId}`).digest('hex').slice(0, 16)
  const username = `${until}:${opaque}`
  return { urls: urls.map((url) => url.trim()), username, credential: createHmac('sha1', secret).update(username).digest('base64') }
}
