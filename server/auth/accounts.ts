// Signing up, signing in, links and codes: what happens behind each, in one transaction.
import type pg from 'pg'
import type { Tokens } from '../tokens.ts'
import { AuthError, codeExpired, invalidCredentials, linkExpired, unprocessable } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './mail.ts'
import type { OneTimes, Purpose } from './one-time.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { type PresentedSession, type PresentedUser, presentUser } from './present.ts'
import { isBanned, type Method, startSession } from './sessions.ts'
import { createUser, type Db, findByEmail, identitiesOf, isUnique, type UserRow, updateUser } from './store.ts'

export interface Caller {
  /** Network address. */
  address: string
  userAgent: string | null
}

export interface AccountParts {
  pool: pg.Pool
  tokens: Tokens
  limits: Limits
  oneTimes: OneTimes
  mailer: Mailer
  confirmsEmail: boolean
}

export async function inTransaction<T>(pool: pg.Pool, work: (db: Db) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

export function createAccounts({ pool, tokens, limits, oneTimes, mailer, confirmsEmail }: AccountParts) {
  async function mail(db: Db, user: UserRow, purpose: Purpose, redirectTo: string) {
    const oneTime = await oneTimes.create(db, user, purpose)
    mailer.send(user, purpose, oneTime, redirectTo)
  }

  async function open(db: Db, user: UserRow, method: Method, caller: Caller) {
    if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
    const confirmed = user.email_confirmed_at ? user : ((await updateUser(db, user.id, { email_confirmed_at: new Date() })) ?? user)
    return startSession(db, tokens, confirmed, method, caller.userAgent)
  }

  return {
    async signUp(
      caller: Caller,
      given: { email: string; password: string; metadata: Record<string, unknown>; redirectTo: string },
    ): Promise<PresentedSession | PresentedUser> {
      await limits.check('sign-up address', caller.address)
      checkPassword(given.password)
      const encryptedPassword = await hashPassword(given.password)
      if (confirmsEmail) await limits.checkMailPause(given.email)
      const existing = await findByEmail(pool, given.email)
      if (existing && !confirmsEmail) throw unprocessable('user_already_exists', 'User already registered')
      if (existing?.email_confirmed_at) return nobody(given.email)
      return inTransaction(pool, async (db) => {
        // Somebody who never confirmed may sign up again: the newest password is the one that counts.
        const user = existing
          ? await updateUser(db, existing.id, { encrypted_password: encryptedPassword })
          : await createUser(db, { email: given.email, encryptedPassword, metadata: given.metadata, isConfirmed: !confirmsEmail })
        if (!user) throw new AuthError(500, 'unexpected_failure', 'The account could not be made')
        if (!confirmsEmail) return startSession(db, tokens, user, 'password', caller.userAgent)
        await mail(db, user, 'signup', given.redirectTo)
        return presentUser({ ...user, confirmation_sent_at: new Date() }, await identitiesOf(db, user.id))
      }).catch((error: unknown) => {
        if (isUnique(error)) throw unprocessable('user_already_exists', 'User already registered')
        throw error
      })
    },

    async signIn(caller: Caller, email: string, password: string): Promise<PresentedSession> {
      await limits.check('sign-in address', caller.address)
      await limits.check('sign-in account from address', `${email} ${caller.address}`)
      await limits.check('sign-in account', email)
      const user = await findByEmail(pool, email)
      if (!(await isPassword(password, user?.encrypted_password)) || !user) throw invalidCredentials()
      if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
      await limits.forget('sign-in account from address', `${email} ${caller.address}`)
      return inTransaction(pool, (db) => open(db, user, 'password', caller))
    },

    /** The same answer for everybody: whether there is an account shows only in the mailbox. */
    async sendLink(
      caller: Caller,
      given: { email: string; purpose: Purpose; createsUser: boolean; metadata: Record<string, unknown>; redirectTo: string },
    ) {
      await limits.check('mail address', caller.address)
      await limits.checkMailPause(given.email)
      await inTransaction(pool, async (db) => {
        const existing = await findByEmail(db, given.email)
        const user =
          existing ??
          (given.createsUser
            ? await createUser(db, { email: given.email, encryptedPassword: '', metadata: given.metadata, isConfirmed: false })
            : undefined)
        const isDue = given.purpose !== 'signup' || !user?.email_confirmed_at
        if (user && isDue && !isBanned(user)) await mail(db, user, given.purpose, given.redirectTo)
      })
    },

    async redeemLink(caller: Caller, purpose: Purpose, tokenHash: string): Promise<PresentedSession> {
      await limits.check('code address', caller.address)
      return inTransaction(pool, async (db) => {
        const user = await oneTimes.redeemLink(db, purpose, tokenHash)
        if (!user) throw linkExpired()
        return open(db, user, methodOf(purpose), caller)
      })
    },

    async redeemCode(caller: Caller, purposes: Purpose[], email: string, code: string): Promise<PresentedSession> {
      await limits.check('code address', caller.address)
      await limits.check('code account', email)
      return inTransaction(pool, async (db) => {
        const user = await findByEmail(db, email)
        for (const purpose of user ? purposes : []) {
          if (!user || !(await oneTimes.redeemCode(db, purpose, user, code))) continue
          await limits.forget('code account', email)
          return open(db, user, methodOf(purpose), caller)
        }
        throw codeExpired()
      })
    },
  }
}

const methodOf = (purpose: Purpose): Method => (purpose === 'signup' ? 'email/signup' : purpose === 'recovery' ? 'recovery' : 'otp')

// With confirmation on, an address that is taken looks like one that is not; the empty identities tell the client.
function nobody(email: string): PresentedUser {
  const now = new Date()
  const row: UserRow = {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: {},
    created_at: now,
    updated_at: now,
    banned_until: null,
    deleted_at: null,
  }
  return presentUser(row, [])
}

export type Accounts = ReturnType<typeof createAccounts>
