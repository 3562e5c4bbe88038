// Rate limits of the auth endpoints.
import type pg from 'pg'
import { AuthError } from './errors.ts'
import type { Db } from './store.ts'

interface Limit {
  max: number
  seconds: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Limits apply per network address, per account, and most strictly to both together: neither one machine nor many can guess for long, and a
// stranger's guesses do not quickly lock the owner out. Links in mails keep working whatever was guessed. 'sign-in account' applies only to
// networks from which nobody has signed in to that account before (known-networks.ts). The limits of factors and recovery codes are counted
// separately for each network from which the factor was verified before, and together for all others (mfa/tries.ts).
const LIMITS = {
  'sign-in address': { max: 60, seconds: 5 * MINUTE },
  'sign-in account': { max: 100, seconds: HOUR },
  'sign-in account from address': { max: 10, seconds: 15 * MINUTE },
  'sign-up address': { max: 30, seconds: HOUR },
  'sign-up account': { max: 10, seconds: HOUR },
  'link address': { max: 60, seconds: 5 * MINUTE },
  'code address': { max: 30, seconds: 5 * MINUTE },
  'code address, a day': { max: 200, seconds: DAY },
  'code account': { max: 10, seconds: 15 * MINUTE },
  'code account, a day': { max: 30, seconds: DAY },
  'refresh address': { max: 600, seconds: 5 * MINUTE },
  'refresh account': { max: 120, seconds: 5 * MINUTE },
  // Three of a million codes are valid at any moment: a day of guessing succeeds for about one in 7,000 accounts whose password is known.
  'factor address': { max: 60, seconds: 5 * MINUTE },
  'factor account': { max: 10, seconds: 15 * MINUTE },
  'factor account, a day': { max: 50, seconds: DAY },
  'factor challenge': { max: 60, seconds: 15 * MINUTE },
  'factor enrolment': { max: 30, seconds: HOUR },
  'recovery code account': { max: 10, seconds: HOUR },
  // Each challenge leaves a row for five minutes, and requesting one needs no session.
  'passkey address': { max: 60, seconds: 5 * MINUTE },
  'password change': { max: 10, seconds: HOUR },
  // The answer tells a signed-in user whether an address has an account.
  'email change': { max: 10, seconds: HOUR },
  'mail address': { max: 30, seconds: HOUR },
  'mail box': { max: 20, seconds: HOUR },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

const MAIL_PAUSE_SECONDS = 60

export function createLimits(pool: pg.Pool, factor: number) {
  const tryOnce = async (db: Db, key: string, { max, seconds }: Limit) => {
    if (factor === 0) return null
    const { rows } = await db.query<{ wait: number | null }>('select _server.count_try($1, $2, $3) as wait', [
      key,
      Math.max(1, Math.round(max * factor)),
      seconds,
    ])
    return rows[0]?.wait ?? null
  }

  async function check(name: LimitName, subject: string, db: Db = pool) {
    const wait = await tryOnce(db, `${name}:${subject}`, LIMITS[name])
    if (wait !== null) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait })
  }

  return {
    check,

    /** Correct passwords and codes do not count as guesses. */
    async forget(name: LimitName, subject: string) {
      if (factor !== 0) await pool.query('select _server.forget_tries($1)', [`${name}:${subject}`])
    },

    /** Allows one mail a minute per address, whether or not it has an account, so that the answer does not reveal it. */
    async checkMail(email: string) {
      const wait = await tryOnce(pool, `mail:${email}`, { max: 1, seconds: MAIL_PAUSE_SECONDS })
      if (wait !== null) {
        throw new AuthError(429, 'over_email_send_rate_limit', `For security purposes, you can only request this after ${wait} seconds.`, {
          retryAfter: wait,
        })
      }
      await check('mail box', boxOf(email))
    },
  }
}

// ada+1@… and ada+2@… are two accounts, but one mailbox.
const boxOf = (email: string) => email.replace(/\+[^@]*(?=@)/, '')

export type Limits = ReturnType<typeof createLimits>
