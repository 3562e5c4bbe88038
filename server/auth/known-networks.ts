// Networks from which an account's owner has signed in. Strangers' guesses elsewhere do not use up the attempts allowed there.
import { createHmac } from 'node:crypto'
import type pg from 'pg'

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** `secret` keys the hashes, because the IPv4 addresses are few enough to try them all. */
export function createKnownNetworks(pool: pg.Pool, secret: string) {
  const hashOf = (userId: string, address: string) => createHmac('sha256', secret).update(`${userId} ${address}`).digest()

  return {
    /** Runs the same query for an unknown account, so that its duration reveals nothing. */
    async has(userId: string | undefined, address: string, { withFactor = false } = {}) {
      const id = userId ?? NOBODY
      const { rows } = await pool.query<{ known: boolean }>('select _server.is_known_network($1, $2, $3) as known', [
        id,
        hashOf(id, address),
        withFactor,
      ])
      return rows[0]?.known ?? false
    },

    async remember(userId: string, address: string, { withFactor = false } = {}) {
      await pool.query('select _server.remember_network($1, $2, $3)', [userId, hashOf(userId, address), withFactor])
    },
  }
}

export type KnownNetworks = ReturnType<typeof createKnownNetworks>
