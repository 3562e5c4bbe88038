// How often what may be tried, by whom.
import type pg from 'pg'
import { AuthError } from './errors.ts'

interface Limit {
  most: number
  seconds: number
}

const MINUTE = 60
const HOUR = 3600

// Per network address, per account, and tightest for both together: neither one machine nor many can guess for long,
// and a stranger's guesses do not soon lock the owner out.
const LIMITS = {
  'sign-in address': { most: 60, seconds: 5 * MINUTE },
  'sign-in account': { most: 100, seconds: 15 * MINUTE },
  'sign-in account from address': { most: 10, seconds: 15 * MINUTE },
  'sign-up address': { most: 30, seconds: HOUR },
  'code address': { most: 30, seconds: 5 * MINUTE },
  'code account': { most: 10, seconds: 15 * MINUTE },
  'refresh address': { most: 600, seconds: 5 * MINUTE },
  'mail address': { most: 30, seconds: HOUR },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

export const MAIL_PAUSE_SECONDS = 60

export function createLimits(pool: pg.Pool, factor: number) {
  const tryOnce = async (key: string, { most, seconds }: Limit) => {
    if (factor === 0) return null
    const { rows } = await pool.query<{ wait: number | null }>('select _server.count_try($1, $2, $3) as wait', [
      key,
      Math.max(1, Math.round(most * factor)),
      seconds,
    ])
    return rows[0]?.wait ?? null
  }
  return {
    async check(name: LimitName, subject: string) {
      const wait = await tryOnce(`${name}:${subject}`, LIMITS[name])
      if (wait !== null) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait })
    },

    /** A right password or code is no guess. */
    async forget(name: LimitName, subject: string) {
      if (factor !== 0) await pool.query('select _server.forget_tries($1)', [`${name}:${subject}`])
    },

    /** One mail a minute to an address, whether or not there is an account: the answer must not tell. */
    async checkMailPause(email: string) {
      const wait = await tryOnce(`mail:${email}`, { most: 1, seconds: MAIL_PAUSE_SECONDS })
      if (wait !== null) {
        throw new AuthError(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${wait} seconds.`, {
          retryAfter: wait,
        })
      }
    },
  }
}

export type Limits = ReturnType<typeof createLimits>
