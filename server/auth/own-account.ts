// Endpoints for a signed-in user's own account.
import type pg from 'pg'
import { echoed } from '../request-limits.ts'
import { inTransaction } from '../transaction.ts'
import type { Caller } from './accounts.ts'
import type { EmailChange } from './email-change.ts'
import { AuthError, invalid, noSession, unprocessable } from './errors.ts'
import { checkMetadata, readEmail, readObject, readText, safeRedirect } from './input.ts'
import type { Limits } from './limits.ts'
import type { AccountEmail, Mailer } from './mail.ts'
import { factorsOf, hasVerifiedFactor } from './mfa/store.ts'
import { forgetOneTimes, type OneTimes } from './one-time.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { readChallenge } from './pkce.ts'
import { presentUser } from './present.ts'
import { isRecent, reauthenticationNeeded } from './reauthentication.ts'
import { endSessions, liveSession } from './sessions.ts'
import type { FindSignedIn, SignedIn } from './signed-in.ts'
import { type Db, identitiesOf, lockUser, type UserRow, updateUser } from './store.ts'

interface OwnAccountParts {
  pool: pg.Pool
  signedIn: FindSignedIn
  limits: Limits
  oneTimes: OneTimes
  mailer: Mailer
  siteUrl: string
  emailChange: EmailChange
}

export function createOwnAccount({ pool, signedIn, limits, oneTimes, mailer, siteUrl, emailChange }: OwnAccountParts) {
  // A stolen session must not be enough to take over the account: the user must give the current password, have signed in recently, or
  // enter a code from the mailbox.
  async function checkOwnership(person: SignedIn, body: Record<string, unknown>, action: string) {
    const { user } = person
    const currentPassword = readText(body, 'current_password')
    if (currentPassword) {
      if (await isPassword(currentPassword, user.encrypted_password)) return
      throw new AuthError(400, 'current_password_mismatch', 'Current password is not correct.')
    }
    if (isRecent(person)) return
    const nonce = readText(body, 'nonce')
    if (!nonce) throw reauthenticationNeeded(action)
    if (!(await oneTimes.redeemCode(pool, 'reauthentication', user, nonce)))
      throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }

  return {
    async show(request: Request) {
      const { user } = await signedIn(request)
      return present(pool, user)
    },

    /** Sends the code that replaces the current password. */
    async reauthenticate(request: Request, caller: Caller) {
      const { user } = await signedIn(request)
      if (!user.email) throw invalid('Reauthentication requires the user to have an email or a phone number')
      if (!user.email_confirmed_at) throw unprocessable('email_not_confirmed', 'Please verify your email first.')
      await limits.check('mail address', caller.address)
      await limits.checkMail(user.email)
      const oneTime = await inTransaction(pool, (db) => oneTimes.create(db, user, 'reauthentication'))
      mailer.send({ user, purpose: 'reauthentication', oneTime, redirectTo: siteUrl })
      return Response.json({})
    },

    async change(request: Request, body: Record<string, unknown>, url: URL, caller: Caller) {
      const person = await signedIn(request)
      const { user, sessionId, isAal2 } = person
      const password = readText(body, 'password')
      const email = readText(body, 'email') ? readEmail(body) : undefined
      const [data, challenge] = [readObject(body, 'data'), readChallenge(body)]
      const changesEmail = email !== undefined && email !== user.email
      // If a second factor protects the account, a mailed link or the password alone is not enough to replace the password.
      if ((password || changesEmail) && !isAal2 && (await hasVerifiedFactor(pool, user.id)))
        throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')
      let encrypted: string | undefined
      if (password !== undefined) {
        checkPassword(password)
        await limits.check('password change', user.id)
        await checkOwnership(person, body, 'Password update')
        if (await isPassword(password, user.encrypted_password))
          throw unprocessable('same_password', 'New password should be different from the old password.')
        encrypted = await hashPassword(password)
      }
      if (changesEmail) {
        if (password === undefined) {
          await limits.check('password change', user.id)
          await checkOwnership(person, body, 'Email update')
        }
        await emailChange.check(caller, user, email)
      }
      let message: AccountEmail | undefined
      const changed = await inTransaction(pool, async (db) => {
        const current = await lockUser(db, user.id)
        // The session may have ended during the hashing, perhaps because the owner changed the password too.
        if (!current || !(await liveSession(db, sessionId, user.id))) throw noSession()
        if (encrypted) {
          await endSessions(db, user.id, 'others', sessionId)
          await forgetOneTimes(db, user.id)
        }
        if (changesEmail) {
          const redirectTo = safeRedirect(url.searchParams.get('redirect_to'), siteUrl)
          message = await emailChange.begin(db, current, { email, redirectTo, challenge })
        }
        return updateUser(db, user.id, {
          ...(encrypted ? { encrypted_password: encrypted } : {}),
          ...('data' in body ? { raw_user_meta_data: merged(current.raw_user_meta_data, data) } : {}),
        })
      })
      if (message) mailer.send(message)
      return present(pool, changed ?? user)
    },

    async logOut(request: Request, scope: string) {
      if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw invalid(`Unsupported logout scope "${echoed(scope)}"`)
      const { user, sessionId, isAal2 } = await signedIn(request)
      // A stranger with the password alone cannot end the sessions of an owner with a second factor.
      const isBelow = scope !== 'local' && !isAal2 && (await hasVerifiedFactor(pool, user.id))
      if (isBelow && scope === 'others') throw unprocessable('insufficient_aal', 'AAL2 required to sign out other sessions')
      await endSessions(pool, user.id, isBelow ? 'global, below aal2' : scope, sessionId)
      return new Response(null, { status: 204 })
    },
  }
}

const present = async (db: Db, user: UserRow) =>
  Response.json(presentUser(user, await identitiesOf(db, user.id), await factorsOf(db, user.id)))

/** Merges new values over old ones; null removes a value. */
function merged(before: Record<string, unknown> | null, given: Record<string, unknown>) {
  const metadata = Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null))
  checkMetadata(metadata, 'data')
  return metadata
}
