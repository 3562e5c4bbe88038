// One-time links and codes: single-use, stored as keyed hashes, and each for one purpose only. They expire after an hour; an invitation's
// link expires after three days.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { pkceToken } from './pkce-token.ts'
import { type Db, findById, type UserRow } from './store.ts'

export type Purpose = 'signup' | 'magiclink' | 'recovery' | 'reauthentication' | 'invite'

/** A change of address is confirmed at both addresses, each with its own link and code. */
export type OneTimePurpose = Purpose | 'email_change_current' | 'email_change_new'

export interface OneTime {
  /** The secret of the link. */
  tokenHash: string
  /** The code to type. */
  code: string
}

export const LIFETIME_MS = 3_600_000
const INVITATION_MS = 72 * LIFETIME_MS
const LIFETIME = `interval '${LIFETIME_MS} milliseconds'`
const linkLifetime = (purpose: OneTimePurpose) => (purpose === 'invite' ? `interval '${INVITATION_MS} milliseconds'` : LIFETIME)
// The types in auth.one_time_tokens are named after columns of auth.users.
const TOKEN_TYPES: Record<OneTimePurpose, string> = {
  signup: 'confirmation_token',
  magiclink: 'recovery_token',
  recovery: 'recovery_token',
  reauthentication: 'reauthentication_token',
  email_change_current: 'email_change_token_current',
  email_change_new: 'email_change_token_new',
  invite: 'confirmation_token',
}
const CODE_COLUMNS = TOKEN_TYPES
const SENT_COLUMNS: Record<OneTimePurpose, string> = {
  signup: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
  reauthentication: 'reauthentication_sent_at',
  email_change_current: 'email_change_sent_at',
  email_change_new: 'email_change_sent_at',
  invite: 'confirmation_sent_at',
}

export function createOneTimes(secret: string) {
  // Keyed, so that the tables alone do not reveal the six digits. Includes the purpose, so that a code works for that purpose only.
  const keyed = (purpose: OneTimePurpose, value: string) => createHmac('sha256', secret).update(`${purpose}:${value}`).digest('hex')

  return {
    /** Creates a new pair and invalidates the previous one for the same purpose. */
    async create(db: Db, user: UserRow, purpose: OneTimePurpose, { isPkce = false } = {}): Promise<OneTime> {
      const random = randomBytes(32).toString('base64url')
      const tokenHash = isPkce ? pkceToken(random) : random
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [user.id, TOKEN_TYPES[purpose]])
      await db.query(
        `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, $3, '', now() at time zone 'UTC', now() at time zone 'UTC')`,
        [user.id, TOKEN_TYPES[purpose], keyed(purpose, tokenHash)],
      )
      await db.query(`update auth.users set ${CODE_COLUMNS[purpose]} = $2, ${SENT_COLUMNS[purpose]} = now() where id = $1`, [
        user.id,
        keyed(purpose, `${user.id}:${code}`),
      ])
      if (purpose === 'invite') await db.query('update auth.users set invited_at = now() where id = $1', [user.id])
      return { tokenHash, code }
    },

    /** Uses up the link and returns its user. */
    async redeemLink(db: Db, purpose: OneTimePurpose, tokenHash: string) {
      const { rows } = await db.query<{ user_id: string }>(
        `delete from auth.one_time_tokens where token_hash = $1 and token_type = $2 and created_at > (now() at time zone 'UTC') - ${linkLifetime(purpose)} returning user_id`,
        [keyed(purpose, tokenHash), TOKEN_TYPES[purpose]],
      )
      const user = rows[0] && (await findById(db, rows[0].user_id))
      if (user) await db.query(`update auth.users set ${CODE_COLUMNS[purpose]} = '' where id = $1`, [user.id])
      return user
    },

    /** Uses up the code and returns true if it is the latest one sent to the user. */
    async redeemCode(db: Db, purpose: OneTimePurpose, user: UserRow, code: string) {
      const { rowCount } = await db.query(
        `update auth.users set ${CODE_COLUMNS[purpose]} = '' where id = $1 and ${CODE_COLUMNS[purpose]} = $2 and ${SENT_COLUMNS[purpose]} > now() - ${LIFETIME}`,
        [user.id, keyed(purpose, `${user.id}:${code}`)],
      )
      if (rowCount)
        await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [user.id, TOKEN_TYPES[purpose]])
      return Boolean(rowCount)
    },
  }
}

/** Invalidates everything sent before, and cancels a pending change of address. */
export async function forgetOneTimes(db: Db, userId: string) {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await db.query(
    `update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = '', email_change = '',
       email_change_token_current = '', email_change_token_new = '', email_change_confirm_status = 0 where id = $1`,
    [userId],
  )
}

export type OneTimes = ReturnType<typeof createOneTimes>
