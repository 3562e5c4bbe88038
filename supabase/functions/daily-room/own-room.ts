// Our own rooms: a page of the site with a peer-to-peer connection, and a relay if one is configured.
import { type IceServer, relayServers } from '../_shared/relay.ts'

const MAX_SECONDS = 2 * 60 * 60

export interface OwnRoom {
  provider: 'own'
  room_url: string
  ice_servers: IceServer[]
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
  const latest = Date.now() / 1000 + MAX_SECONDS
  return {
    provider: 'own',
    room_url: `${site.replace(/\/$/, '')}/call/${appointmentId}`,
    ice_servers: relayServers({ env, userId, expiresAt: Math.min(Date.parse(expiresAt) / 1000, latest) }),
    relay_only: env['ICE_RELAY_ONLY'] === 'on',
  }
}
