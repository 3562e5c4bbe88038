// Invitations, and links that the holder of the secret key delivers by other means.
import type pg from 'pg'
import { echoed } from '../request-limits.ts'
import { inTransaction } from '../transaction.ts'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { readEmail, readObject, readText, safeRedirect } from './input.ts'
import type { Mailer } from './mail.ts'
import type { OneTime, OneTimes, Purpose } from './one-time.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import { isBanned } from './sessions.ts'
import { createUser, type Db, findByEmail, findById, identitiesOf, lockUser, type UserRow, updateUser } from './store.ts'

interface AdminLinkParts {
  pool: pg.Pool
  oneTimes: OneTimes
  mailer: Mailer
  siteUrl: string
  confirmsBothAddresses: boolean
}

const LINK_TYPES = ['signup', 'invite', 'magiclink', 'recovery'] as const
type LinkType = (typeof LINK_TYPES)[number]
const EMAIL_CHANGES = ['email_change_current', 'email_change_new'] as const

interface Wanted {
  email: string
  metadata: Record<string, unknown>
  encryptedPassword: string
}

export function createAdminLinks({ pool, oneTimes, mailer, siteUrl, confirmsBothAddresses }: AdminLinkParts) {
  const redirectIn = (url: URL, body: Record<string, unknown>) =>
    safeRedirect(url.searchParams.get('redirect_to') ?? readText(body, 'redirect_to'), siteUrl)

  async function createLink(wanted: Wanted, type: LinkType) {
    return inTransaction(pool, async (db) => {
      const { user, purpose } = await accountFor(db, wanted, type)
      const oneTime = await oneTimes.create(db, user, purpose)
      return { user: { ...user, ...sentNow(purpose) }, purpose, oneTime }
    })
  }

  async function present(user: UserRow, oneTime: OneTime, { type, verification, redirectTo }: Presented) {
    const query = new URLSearchParams({ token: oneTime.tokenHash, type, redirect_to: redirectTo })
    return Response.json({
      ...presentUser(user, await identitiesOf(pool, user.id)),
      action_link: `${siteUrl}/auth/v1/verify?${query.toString()}`,
      email_otp: oneTime.code,
      hashed_token: oneTime.tokenHash,
      verification_type: verification,
      redirect_to: redirectTo,
    })
  }

  /** Generates the link for one of the two addresses of a change. Both links belong to the same change if the new address is the same. */
  async function emailChangeLink(side: (typeof EMAIL_CHANGES)[number], body: Record<string, unknown>, redirectTo: string) {
    if (side === 'email_change_current' && !confirmsBothAddresses)
      throw invalid('Enable secure email change to generate link for current email')
    const [email, newEmail] = [readEmail(body), readEmail({ email: body['new_email'] })]
    const { user, oneTime } = await inTransaction(pool, async (db) => {
      const found = await findByEmail(db, email)
      const locked = found && (await lockUser(db, found.id))
      if (!locked) throw userNotFound()
      if (await findByEmail(db, newEmail)) throw emailExists()
      if (locked.email_change !== newEmail) {
        await db.query(
          `update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_token_current = '', email_change_token_new = ''
           where id = $1`,
          [locked.id, newEmail],
        )
        await db.query("delete from auth.one_time_tokens where user_id = $1 and token_type::text like 'email_change%'", [locked.id])
      }
      return { oneTime: await oneTimes.create(db, locked, side), user: (await findById(db, locked.id)) ?? locked }
    })
    return present(user, oneTime, { type: 'email_change', verification: side, redirectTo })
  }

  return {
    /** Creates the account, unconfirmed and without a password, and mails the link. Inviting again replaces the earlier link. */
    async invite(url: URL, body: Record<string, unknown>) {
      const wanted = { email: readEmail(body), metadata: readObject(body, 'data'), encryptedPassword: '' }
      const redirectTo = redirectIn(url, body)
      const { user, purpose, oneTime } = await createLink(wanted, 'invite')
      mailer.send({ user, purpose, oneTime, redirectTo })
      return Response.json(presentUser(user, await identitiesOf(pool, user.id)))
    },

    /** Returns the link and code without sending a mail. */
    async generateLink(url: URL, body: Record<string, unknown>) {
      const given = readText(body, 'type') ?? ''
      const side = EMAIL_CHANGES.find((each) => each === given)
      if (side) return emailChangeLink(side, body, redirectIn(url, body))
      const type = LINK_TYPES.find((each) => each === given)
      if (!type) throw invalid(`Invalid email action link type requested: ${echoed(given)}`)
      const [email, password] = [readEmail(body), readText(body, 'password')]
      if (type === 'signup' && !password) throw invalid('Signup requires a valid password')
      if (password) checkPassword(password)
      const wanted = {
        email,
        metadata: readObject(body, 'data'),
        encryptedPassword: type === 'signup' && password ? await hashPassword(password) : '',
      }
      const redirectTo = redirectIn(url, body)
      const { user, purpose, oneTime } = await createLink(wanted, type)
      return present(user, oneTime, { type: purpose, verification: purpose, redirectTo })
    },
  }
}

interface Presented {
  /** The `type` parameter of the link. */
  type: string
  verification: string
  redirectTo: string
}

async function accountFor(db: Db, { email, metadata, encryptedPassword }: Wanted, type: LinkType) {
  const found = await findByEmail(db, email)
  const user = found && (await lockUser(db, found.id))
  if (!user) {
    if (type === 'recovery') throw userNotFound()
    const created = await createUser(db, { email, encryptedPassword, metadata, isConfirmed: false })
    if (!created) throw emailExists()
    // A magic link for a new address confirms it, as in GoTrue.
    return { user: created, purpose: type === 'invite' ? ('invite' as const) : ('signup' as const) }
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (type === 'magiclink' || type === 'recovery') return { user, purpose: type }
  if (user.email_confirmed_at) throw emailExists()
  // An earlier sign-up with this address may be a stranger's, so its password and metadata are discarded.
  const changed = await updateUser(db, user.id, { encrypted_password: encryptedPassword, raw_user_meta_data: metadata })
  return { user: changed ?? user, purpose: type }
}

const userNotFound = () => new AuthError(404, 'user_not_found', 'User with this email not found')
const emailExists = () => unprocessable('email_exists', 'A user with this email address has already been registered')

function sentNow(purpose: Purpose) {
  const now = new Date()
  if (purpose === 'recovery' || purpose === 'magiclink') return { recovery_sent_at: now }
  return { confirmation_sent_at: now, ...(purpose === 'invite' ? { invited_at: now } : {}) }
}
