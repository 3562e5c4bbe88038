// What signed-in people do with their own account.
import type pg from 'pg'
import { inTransaction } from '../transaction.ts'
import type { Caller } from './accounts.ts'
import { AuthError, invalid, noSession, unprocessable } from './errors.ts'
import { checkMetadata, readObject, readText } from './input.ts'
import type { Limits } from './limits.ts'
import type { Mailer } from './mail.ts'
import { factorsOf, hasVerifiedFactor } from './mfa/store.ts'
import { forgetOneTimes, type OneTimes } from './one-time.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import { endSessions, isRecent, liveSession } from './sessions.ts'
import type { FindSignedIn } from './signed-in.ts'
import { type Db, identitiesOf, lockUser, type UserRow, updateUser } from './store.ts'

interface OwnAccountParts {
  pool: pg.Pool
  signedIn: FindSignedIn
  limits: Limits
  oneTimes: OneTimes
  mailer: Mailer
  siteUrl: string
}

export function createOwnAccount({ pool, signedIn, limits, oneTimes, mailer, siteUrl }: OwnAccountParts) {
  // A session that somebody else got hold of must not be enough to take the account: the present password, a recent sign-in, or
  // a code from the mailbox.
  async function checkOwnership(user: UserRow, sessionId: string, body: Record<string, unknown>) {
    const currentPassword = readText(body, 'current_password')
    if (currentPassword) {
      if (await isPassword(currentPassword, user.encrypted_password)) return
      throw new AuthError(400, 'current_password_mismatch', 'Current password is not correct.')
    }
    if (await isRecent(pool, sessionId)) return
    const nonce = readText(body, 'nonce')
    if (!nonce) throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
    if (!(await oneTimes.redeemCode(pool, 'reauthentication', user, nonce)))
      throw unprocessable('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }

  return {
    async show(request: Request) {
      const { user } = await signedIn(request)
      return present(pool, user)
    },

    /** Sends the code that stands in for the present password. */
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

    async change(request: Request, body: Record<string, unknown>) {
      const { user, sessionId, isAal2 } = await signedIn(request)
      const password = readText(body, 'password')
      const email = readText(body, 'email')?.trim().toLowerCase()
      const data = readObject(body, 'data')
      const changesEmail = email !== undefined && email !== user.email
      // A link in a mail, or a password alone, does not replace the password where a second factor guards the account.
      if ((password || changesEmail) && !isAal2 && (await hasVerifiedFactor(pool, user.id)))
        throw new AuthError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')
      if (changesEmail) throw unprocessable('email_provider_disabled', 'The e-mail address of an account cannot be changed here')
      let encrypted: string | undefined
      if (password !== undefined) {
        checkPassword(password)
        await limits.check('password change', user.id)
        await checkOwnership(user, sessionId, body)
        if (await isPassword(password, user.encrypted_password))
          throw unprocessable('same_password', 'New password should be different from the old password.')
        encrypted = await hashPassword(password)
      }
      const changed = await inTransaction(pool, async (db) => {
        const current = await lockUser(db, user.id)
        // Ended while the password was being hashed, perhaps by the owner who is changing it too.
        if (!current || !(await liveSession(db, sessionId, user.id))) throw noSession()
        if (encrypted) {
          await endSessions(db, user.id, 'others', sessionId)
          await forgetOneTimes(db, user.id)
        }
        return updateUser(db, user.id, {
          ...(encrypted ? { encrypted_password: encrypted } : {}),
          ...('data' in body ? { raw_user_meta_data: merged(current.raw_user_meta_data, data) } : {}),
        })
      })
      return present(pool, changed ?? user)
    },

    async logOut(request: Request, scope: string) {
      if (scope !== 'global' && scope !== 'local' && scope !== 'others') throw invalid(`Unsupported logout scope "${scope}"`)
      const { user, sessionId } = await signedIn(request)
      await endSessions(pool, user.id, scope, sessionId)
      return new Response(null, { status: 204 })
    },
  }
}

const present = async (db: Db, user: UserRow) =>
  Response.json(presentUser(user, await identitiesOf(db, user.id), await factorsOf(db, user.id)))

/** New values over old ones; null takes a value away. */
function merged(before: Record<string, unknown> | null, given: Record<string, unknown>) {
  const metadata = Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== null))
  checkMetadata(metadata, 'data')
  return metadata
}
