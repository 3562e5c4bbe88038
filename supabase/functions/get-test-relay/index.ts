// Relay credentials for one minute, so that people can test before a call whether their network lets the relay through.
import process from 'node:process'
import { relayServers } from '../_shared/relay.ts'
import { forPeople, Refusal, unwrap } from '../_shared/serve.ts'

const VALID_SECONDS = 60

export default {
  fetch: forPeople(async ({ db, asServiceRole, address, userId }) => {
    // Rooms at Daily bring their own relays.
    if (process.env['DAILY_API_KEY']) return { provider: 'daily', ice_servers: [] }
    const ice_servers = relayServers({ env: process.env, userId, expiresAt: Date.now() / 1000 + VALID_SECONDS })
    if (ice_servers.length > 0) {
      const isWithinLimits =
        unwrap(await db.rpc('claim_relay_test')) && unwrap(await asServiceRole.rpc('claim_relay_test_from', { caller: address }))
      if (!isWithinLimits) throw new Refusal(429, 'too_many_relay_tests', 'The relay was tested too often within the last hour')
    }
    return { provider: 'own', ice_servers }
  }),
}
