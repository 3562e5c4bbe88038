// Raises a session to aal2 after a second factor was verified in it.
import type { Tokens } from '../../tokens.ts'
import type { PresentedSession } from '../present.ts'
import { presentSession, replaceRefreshToken } from '../sessions.ts'
import type { Db, UserRow } from '../store.ts'

export type SecondMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code'

interface Raised {
  user: UserRow
  sessionId: string
  factorId: string
  method: SecondMethod
}

/** Ends the account's other sessions that lack the factor, because one may belong to a stranger who has only the password. */
export async function raiseSession(db: Db, tokens: Tokens, { user, sessionId, factorId, method }: Raised): Promise<PresentedSession> {
  await db.query("update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1", [sessionId, factorId])
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at) values (gen_random_uuid(), $1, $2, now(), now())
     on conflict on constraint mfa_amr_claims_session_id_authentication_method_pkey do update set updated_at = now()`,
    [sessionId, method],
  )
  await db.query("delete from auth.sessions where user_id = $1 and id <> $2 and aal < 'aal2'", [user.id, sessionId])
  return presentSession(db, tokens, user, sessionId, await replaceRefreshToken(db, user.id, sessionId))
}
