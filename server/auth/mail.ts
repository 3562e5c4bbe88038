// Account mails go through the Send Email hook: the project's function stores, writes and sends them.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OneTime, Purpose } from './one-time.ts'
import { presentUser } from './present.ts'
import type { UserRow } from './store.ts'

export interface MailHook {
  url: string
  call: (request: Request) => Promise<Response>
}

// Retries for a function that could not accept the mail. Once accepted, the function itself retries delivery.
const PAUSES_MS = [0, 2_000, 15_000]
// The number of mails kept in memory while they wait for the function.
const MAX_UNDER_WAY = 500

export interface AccountEmail {
  user: UserRow
  purpose: Purpose | 'email_change'
  /** The link and code. For a change of address, those for the new address. */
  oneTime: OneTime
  /** For a change that both addresses confirm: the link and code for the old address. */
  oneTimeForOld?: OneTime | undefined
  redirectTo: string
}

export interface Mailer {
  /** Does not wait, because the duration must not reveal whether there is an account. */
  send: (email: AccountEmail) => void
  /** Cancels further retries, and resolves when every mail has been tried. */
  settled: () => Promise<void>
}

export function createMailer({ hook, secret, siteUrl, log }: { hook: MailHook; secret: string; siteUrl: string; log: Logger }): Mailer {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()

  // The function has logged the reason itself.
  async function deliver(body: string) {
    const id = randomUUID()
    let status: number | undefined
    for (const pause of PAUSES_MS) {
      const isInTime = await setTimeout(pause, true, { signal: stopping.signal }).catch(() => pause === 0)
      if (!isInTime) break
      const response = await hook.call(signed(body, id, secret, hook.url)).catch(() => undefined)
      if (response?.ok) return
      if (pause === 0 || response?.status !== status) log.warn({ status: response?.status }, 'an account mail could not be sent yet')
      status = response?.status
      if (isRefusal(status)) break
    }
    log.error({ status }, 'an account mail was given up')
  }

  return {
    send({ user, purpose, oneTime, oneTimeForOld, redirectTo }) {
      if (underWay.size >= MAX_UNDER_WAY) return log.error('an account mail was given up: too many are waiting')
      const body = JSON.stringify({
        user: presentUser(user, []),
        email_data: {
          // GoTrue's naming: the codes belong to (old, new), but the hashes the other way round.
          token: (oneTimeForOld ?? oneTime).code,
          token_hash: oneTime.tokenHash,
          redirect_to: redirectTo,
          email_action_type: purpose,
          site_url: siteUrl,
          token_new: oneTimeForOld ? oneTime.code : '',
          token_hash_new: oneTimeForOld?.tokenHash ?? '',
        },
      })
      const delivery = deliver(body).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
    },
    async settled() {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}

/** A client error: the same request would fail again. */
const isRefusal = (status = 500) => status >= 400 && status < 500 && status !== 429

// Signed as Standard Webhooks requires; the secret has the form `v1,whsec_<base64>`. Retries keep the id.
function signed(body: string, id: string, secret: string, url: string) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace('v1,whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
}
