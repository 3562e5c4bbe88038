// Links and codes in mails: sending and redeeming them.
import { inTransaction } from '../transaction.ts'
import type { AccountParts, Caller } from './accounts.ts'
import { codeExpired, linkExpired } from './errors.ts'
import type { AccountEmail } from './mail.ts'
import type { Purpose } from './one-time.ts'
import { type Challenge, issueCode, pkceMethodOf, redeemAuthCode, startFlow } from './pkce.ts'
import type { PresentedSession } from './present.ts'
import { admit, isBanned, type Method, openSession } from './sessions.ts'
import { createUser, type Db, findByEmail, type UserRow } from './store.ts'

export interface LinkRequest {
  email: string
  purpose: Purpose
  createsUser: boolean
  metadata: Record<string, unknown>
  redirectTo: string
  challenge: Challenge | undefined
}

// Longer than either path takes, so that the duration does not reveal which one it was.
const STEADY_MS = 100

export function createLinks({
  pool,
  tokens,
  limits,
  knownNetworks,
  oneTimes,
  mailer,
  allowsSignUp,
}: AccountParts & { allowsSignUp: boolean }) {
  async function redeemLink<T>(
    caller: Caller,
    purposes: Purpose[],
    tokenHash: string,
    use: (db: Db, user: UserRow, purpose: Purpose) => Promise<T>,
  ) {
    await limits.check('link address', caller.address)
    return inTransaction(pool, async (db) => {
      for (const purpose of purposes) {
        const user = await oneTimes.redeemLink(db, purpose, tokenHash)
        if (user) return use(db, user, purpose)
      }
      throw linkExpired()
    })
  }

  return {
    /** The answer is the same for every address: only the mailbox shows whether there is an account. */
    async send(caller: Caller, { email, purpose, createsUser, metadata, redirectTo, challenge }: LinkRequest) {
      await limits.check('mail address', caller.address)
      await limits.checkMail(email)
      await steadily(async () => {
        const message = await inTransaction(pool, async (db): Promise<AccountEmail | undefined> => {
          const user =
            (await findByEmail(db, email)) ??
            (createsUser && allowsSignUp
              ? await createUser(db, { email, encryptedPassword: '', metadata, isConfirmed: false, address: caller.address })
              : undefined)
          const isDue = purpose !== 'signup' || !user?.email_confirmed_at
          if (!user || !isDue || isBanned(user)) return undefined
          if (purpose === 'signup' && user.invited_at)
            return { user, purpose: 'invite', oneTime: await oneTimes.create(db, user, 'invite'), redirectTo }
          if (challenge) await startFlow(db, user.id, pkceMethodOf(purpose), challenge)
          return { user, purpose, oneTime: await oneTimes.create(db, user, purpose, { isPkce: Boolean(challenge) }), redirectTo }
        })
        // Sent after the transaction has committed, so that the link works when it arrives.
        if (message) mailer.send(message)
      })
    },

    async redeem(caller: Caller, purposes: Purpose[], tokenHash: string): Promise<PresentedSession> {
      const session = await redeemLink(caller, purposes, tokenHash, (db, user, purpose) =>
        openSession(db, tokens, user, methodOf(purpose), caller.userAgent),
      )
      await knownNetworks.remember(session.user.id, caller.address)
      return session
    },

    /** For links of PKCE clients: returns the code that the client exchanges for the session. */
    redeemForCode: (caller: Caller, purposes: Purpose[], tokenHash: string): Promise<string> =>
      redeemLink(caller, purposes, tokenHash, async (db, user, purpose) => {
        await admit(db, user, methodOf(purpose))
        return issueCode(db, user.id, pkceMethodOf(purpose))
      }),

    async exchangeCode(caller: Caller, code: string, verifier: string): Promise<PresentedSession> {
      await limits.check('link address', caller.address)
      const session = await inTransaction(pool, async (db) => {
        const { user, method } = await redeemAuthCode(db, code, verifier)
        return openSession(db, tokens, user, method, caller.userAgent)
      })
      await knownNetworks.remember(session.user.id, caller.address)
      return session
    },

    async redeemCode(caller: Caller, purposes: Purpose[], email: string, code: string): Promise<PresentedSession> {
      await limits.check('code address', caller.address)
      await limits.check('code address, a day', caller.address)
      await limits.check('code account', email)
      await limits.check('code account, a day', email)
      const session = await steadily(() =>
        inTransaction(pool, async (db) => {
          const user = await findByEmail(db, email)
          for (const purpose of user ? purposes : []) {
            if (user && (await oneTimes.redeemCode(db, purpose, user, code)))
              return openSession(db, tokens, user, methodOf(purpose), caller.userAgent)
          }
          throw codeExpired()
        }),
      )
      await limits.forget('code account', email)
      await limits.forget('code account, a day', email)
      await knownNetworks.remember(session.user.id, caller.address)
      return session
    },
  }
}

export async function steadily<T>(work: () => Promise<T>) {
  const pause = new Promise((resolve) => setTimeout(resolve, STEADY_MS))
  try {
    return await work()
  } finally {
    await pause
  }
}

function methodOf(purpose: Purpose): Method {
  if (purpose === 'signup') return 'email/signup'
  return purpose === 'recovery' || purpose === 'invite' ? purpose : 'otp'
}

export type Links = ReturnType<typeof createLinks>
