// Sign-up and sign-in.
import type pg from 'pg'
import type { Tokens } from '../tokens.ts'
import { inTransaction } from '../transaction.ts'
import { AuthError, invalidCredentials, unprocessable } from './errors.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { Limits } from './limits.ts'
import type { AccountEmail, Mailer } from './mail.ts'
import { LIFETIME_MS, type OneTimes } from './one-time.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { type Challenge, startFlow } from './pkce.ts'
import { type PresentedSession, type PresentedUser, presentUser } from './present.ts'
import { isBanned, openSession, startSession } from './sessions.ts'
import { createUser, findByEmail, identitiesOf, lockUser, type UserRow, updateUser } from './store.ts'

export interface Caller {
  address: string
  userAgent: string | null
}

export interface AccountParts {
  pool: pg.Pool
  tokens: Tokens
  limits: Limits
  knownNetworks: KnownNetworks
  oneTimes: OneTimes
  mailer: Mailer
}

export interface SignUp {
  email: string
  password: string
  metadata: Record<string, unknown>
  redirectTo: string
  challenge: Challenge | undefined
}

export function createAccounts(parts: AccountParts & { confirmsEmail: boolean; allowsSignUp: boolean }) {
  const { pool, tokens, limits, knownNetworks, oneTimes, mailer, confirmsEmail, allowsSignUp } = parts
  async function signUpAtOnce(caller: Caller, { email, password, metadata }: SignUp) {
    const encryptedPassword = await hashPassword(password)
    const session = await inTransaction(pool, async (db) => {
      const user = await createUser(db, {
        email,
        encryptedPassword,
        metadata,
        isConfirmed: true,
        isVerified: false,
        address: caller.address,
      })
      if (!user) throw unprocessable('user_already_exists', 'User already registered')
      return startSession(db, tokens, user, 'password', caller.userAgent)
    })
    await knownNetworks.remember(session.user.id, caller.address)
    return session
  }

  async function signUpByMail(caller: Caller, { email, password, metadata, redirectTo, challenge }: SignUp) {
    await limits.checkMail(email)
    const encryptedPassword = await hashPassword(password)
    const before = await findByEmail(pool, email)
    const isAgreed = await isPassword(password, before?.encrypted_password)
    const message = await inTransaction(pool, async (db): Promise<AccountEmail | undefined> => {
      let user = await createUser(db, { email, encryptedPassword, metadata, isConfirmed: false, address: caller.address })
      if (!user) {
        const existing = before && (await lockUser(db, before.id))
        if (!existing || existing.email_confirmed_at || isBanned(existing)) return undefined
        const isSame = isAgreed && existing.encrypted_password === before.encrypted_password
        user =
          isSame || existing.invited_at
            ? existing
            : await updateUser(db, existing.id, { encrypted_password: isPending(existing) ? '' : encryptedPassword })
      }
      if (!user) return undefined
      // An invitation's link opens in any browser. A PKCE challenge would bind it to the browser that signed up, perhaps a stranger's.
      if (user.invited_at) return { user, purpose: 'invite', oneTime: await oneTimes.create(db, user, 'invite'), redirectTo }
      if (challenge) await startFlow(db, user.id, 'email/signup', challenge)
      return { user, purpose: 'signup', oneTime: await oneTimes.create(db, user, 'signup', { isPkce: Boolean(challenge) }), redirectTo }
    })
    if (!message) return nobody(email)
    mailer.send(message)
    return presentUser({ ...message.user, confirmation_sent_at: new Date() }, await identitiesOf(pool, message.user.id))
  }

  return {
    async signUp(caller: Caller, given: SignUp): Promise<PresentedSession | PresentedUser> {
      if (!allowsSignUp) throw unprocessable('signup_disabled', 'Signups not allowed for this instance')
      checkPassword(given.password)
      await limits.check('sign-up address', caller.address)
      await limits.check('sign-up account', given.email)
      return confirmsEmail ? signUpByMail(caller, given) : signUpAtOnce(caller, given)
    },

    async signIn(caller: Caller, email: string, password: string): Promise<PresentedSession> {
      await limits.check('sign-in address', caller.address)
      await limits.check('sign-in account from address', `${email} ${caller.address}`)
      const user = await findByEmail(pool, email)
      // Strangers share one limit per account. Networks that the owner has signed in from are limited only by the check above.
      if (!(await knownNetworks.has(user?.id, caller.address))) await limits.check('sign-in account', email)
      if (!(await isPassword(password, user?.encrypted_password)) || !user) throw invalidCredentials()
      if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
      const session = await inTransaction(pool, async (db) => {
        const current = await lockUser(db, user.id)
        // The password was changed during the comparison, and the sessions of the old one have just been ended.
        if (!current || current.encrypted_password !== user.encrypted_password) throw invalidCredentials()
        return openSession(db, tokens, current, 'password', caller.userAgent)
      })
      await limits.forget('sign-in account from address', `${email} ${caller.address}`)
      await knownNetworks.remember(user.id, caller.address)
      return session
    },
  }
}

// Two sign-ups for one unconfirmed address with different passwords: either may be a stranger's, who waits for the owner to open the link.
// So neither password counts, and the link only lets the owner in to choose a new one. Once the link has expired, the newest sign-up starts
// afresh.
function isPending({ encrypted_password, confirmation_sent_at }: UserRow) {
  return encrypted_password !== null && confirmation_sent_at !== null && confirmation_sent_at.getTime() > Date.now() - LIFETIME_MS
}

// With confirmation on, the answer for a taken address looks like that for a free one. Clients recognize it by the empty identities.
function nobody(email: string): PresentedUser {
  const now = new Date()
  const row: UserRow = {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    email_change: null,
    email_change_sent_at: null,
    email_change_confirm_status: null,
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
