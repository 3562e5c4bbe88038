// Changing an account's address. Both addresses must confirm; until then the old one stays in use.
import pg from 'pg'
import { inTransaction } from '../transaction.ts'
import type { AccountParts, Caller } from './accounts.ts'
import { AuthError, codeExpired, linkExpired, unprocessable } from './errors.ts'
import { steadily } from './links.ts'
import type { AccountEmail } from './mail.ts'
import { forgetOneTimes } from './one-time.ts'
import { type Challenge, issueCode, startFlow } from './pkce.ts'
import type { PresentedSession } from './present.ts'
import { isBanned, openSession } from './sessions.ts'
import { type Db, findByEmail, findById, lockUser, type UserRow } from './store.ts'

/** The message after the first of two confirmations. */
export const OTHER_ADDRESS_IS_LEFT = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

// Several users may have pending changes to the same address; only one of them can confirm there.
const MAX_CANDIDATES = 10
const SIDES = ['email_change_current', 'email_change_new'] as const
type Side = (typeof SIDES)[number]

export interface NewAddress {
  email: string
  redirectTo: string
  challenge: Challenge | undefined
}

export function createEmailChange(parts: AccountParts & { confirmsBothAddresses: boolean }) {
  const { pool, tokens, limits, knownNetworks, oneTimes, mailer, confirmsBothAddresses } = parts

  /** Starts the change afresh and invalidates earlier links and confirmations. */
  async function begin(db: Db, user: UserRow, { email, redirectTo, challenge }: NewAddress): Promise<AccountEmail> {
    const isPkce = Boolean(challenge)
    if (challenge) await startFlow(db, user.id, 'email_change', challenge)
    await db.query(
      "update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_token_current = '', updated_at = now() where id = $1",
      [user.id, email],
    )
    await db.query("delete from auth.one_time_tokens where user_id = $1 and token_type = 'email_change_token_current'", [user.id])
    const oneTime = await oneTimes.create(db, user, 'email_change_new', { isPkce })
    const asksOld = confirmsBothAddresses && Boolean(user.email)
    const oneTimeForOld = asksOld ? await oneTimes.create(db, user, 'email_change_current', { isPkce }) : undefined
    return { user: (await findById(db, user.id)) ?? user, purpose: 'email_change', oneTime, oneTimeForOld, redirectTo }
  }

  /** Returns the changed account, or undefined while the other address has not confirmed. */
  async function confirm(db: Db, userId: string): Promise<UserRow | undefined> {
    const user = await lockUser(db, userId)
    if (!user?.email_change) throw linkExpired()
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
    if (confirmsBothAddresses && user.email && user.email_change_confirm_status !== 1) {
      await db.query('update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1', [userId])
      return undefined
    }
    // Also invalidates other links to the old address, such as sign-in links.
    await forgetOneTimes(db, userId)
    await db
      .query(
        'update auth.users set email = $2, email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1',
        [userId, user.email_change],
      )
      .catch(taken)
    await db.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [userId, user.email_change],
    )
    return findById(db, userId)
  }

  async function redeemLink<T>(caller: Caller, tokenHash: string, use: (db: Db, user: UserRow) => Promise<T>) {
    await limits.check('link address', caller.address)
    return inTransaction(pool, async (db) => {
      for (const side of SIDES) {
        const found = await oneTimes.redeemLink(db, side, tokenHash)
        const changed = found && (await confirm(db, found.id))
        if (found) return changed && use(db, changed)
      }
      throw linkExpired()
    })
  }

  async function redeemCode<T>(caller: Caller, email: string, code: string, use: (db: Db, user: UserRow) => Promise<T>) {
    await limits.check('code address', caller.address)
    await limits.check('code address, a day', caller.address)
    await limits.check('code account', email)
    await limits.check('code account, a day', email)
    const answer = await steadily(() =>
      inTransaction(pool, async (db) => {
        for (const [side, user] of await candidates(db, email)) {
          if (!(await oneTimes.redeemCode(db, side, user, code))) continue
          const changed = await confirm(db, user.id)
          return changed && use(db, changed)
        }
        throw codeExpired()
      }),
    )
    await limits.forget('code account', email)
    await limits.forget('code account, a day', email)
    return answer
  }

  const open = (caller: Caller) => (db: Db, user: UserRow) => openSession(db, tokens, user, 'otp', caller.userAgent)

  async function remembered(caller: Caller, session: PresentedSession | undefined) {
    if (session) await knownNetworks.remember(session.user.id, caller.address)
    return session
  }

  return {
    begin,

    /** Runs before anything is changed: checks whether the user may request this address, and the rate limit. */
    async check(caller: Caller, user: UserRow, email: string) {
      await limits.check('email change', user.id)
      await limits.check('mail address', caller.address)
      const other = await findByEmail(pool, email)
      if (other && other.id !== user.id) throw emailExists()
      await limits.checkMail(email)
    },

    /** Sends both mails again. The answer does not depend on whether a change is pending. */
    async resend(caller: Caller, email: string, given: Omit<NewAddress, 'email'>) {
      await limits.check('mail address', caller.address)
      await limits.checkMail(email)
      await steadily(async () => {
        const waiting = (await findByEmail(pool, email))?.email_change
        if (!waiting || !(await isAllowed(limits.checkMail(waiting)))) return
        const message = await inTransaction(pool, async (db) => {
          const found = await findByEmail(db, email)
          const user = found && (await lockUser(db, found.id))
          return user?.email_change === waiting && !isBanned(user) ? begin(db, user, { ...given, email: waiting }) : undefined
        })
        if (message) mailer.send(message)
      })
    },

    /** Returns the changed account's session, or undefined while the other address has not confirmed. */
    redeem: async (caller: Caller, tokenHash: string) => remembered(caller, await redeemLink(caller, tokenHash, open(caller))),

    redeemForCode: (caller: Caller, tokenHash: string) =>
      redeemLink(caller, tokenHash, (db, user) => issueCode(db, user.id, 'email_change')),

    redeemCode: async (caller: Caller, email: string, code: string) =>
      remembered(caller, await redeemCode(caller, email, code, open(caller))),
  }
}

/** Returns the accounts that a code sent to this address may belong to: the one that has it and those that are changing to it. */
async function candidates(db: Db, email: string): Promise<[Side, UserRow][]> {
  const current = await findByEmail(db, email)
  const { rows } = await db.query<UserRow>(
    `select * from auth.users where email_change = $1 and email_change <> '' and deleted_at is null and is_sso_user = false
     order by email_change_sent_at desc limit ${MAX_CANDIDATES}`,
    [email],
  )
  return [
    ...(current ? ([['email_change_current', current]] satisfies [Side, UserRow][]) : []),
    ...rows.map((user): [Side, UserRow] => ['email_change_new', user]),
  ]
}

const isAllowed = (check: Promise<void>) =>
  check.then(
    () => true,
    () => false,
  )

// Another user has signed up with the address in the meantime.
function taken(error: unknown): never {
  throw error instanceof pg.DatabaseError && error.code === '23505' ? emailExists() : error
}

const emailExists = () => unprocessable('email_exists', 'A user with this email address has already been registered')

export type EmailChange = ReturnType<typeof createEmailChange>
