// Helpers for tests of invitations: sends one, and imitates the auth service when it is accepted.
import { beforeAll } from 'vitest'
import { idOf, proveAddress, type Session, superuser, useClinic } from './clinic.ts'

/** A clinic in which Murat and Mallory have confirmed their addresses by a link. */
export function useClinicWithAccounts() {
  const db = useClinic()
  beforeAll(() => db.keep(superuser, (owner) => proveAddress(owner, 'murat', 'mallory')))
  return db
}

interface Created {
  invitation_id: string
  state: string
  account_id: string | null
}
export interface Wish {
  email?: string
  role?: string
  language?: string
  name?: string | null
  doctor?: string | null
  zone?: string | null
}
export const NEW = 'new.person@example.test'

export const invite = async (
  session: Pick<Session, 'query'>,
  { email = NEW, role = 'doctor', language = 'tr', name = 'Elif Su Yıldız', doctor = null, zone = null }: Wish = {},
) => {
  const [created] = await session.query<Created>('select * from create_invitation($1, $2, $3, $4, $5, $6)', [
    email,
    role,
    language,
    name,
    doctor,
    zone,
  ])
  if (!created) throw new Error('nothing was created')
  return created
}

/** Creates an account as the auth service does for an invitation with the secret key or, with `isInvited: false`, for a sign-up. */
export async function makeAccount({ as }: Session, email = NEW, { isInvited = true } = {}) {
  await as(superuser, async ({ query }) => {
    await query(
      "insert into auth.users (id, aud, role, email, raw_user_meta_data) values ($1, 'authenticated', 'authenticated', $2, '{}')",
      [idOf(email), email],
    )
    if (isInvited) await query('update auth.users set invited_at = now() where id = $1', [idOf(email)])
  })
}
export const confirm = ({ as }: Session, email = NEW) =>
  as(superuser, ({ query }) => query('update auth.users set email_confirmed_at = now() where id = $1', [idOf(email)]))
export const rolesOf = ({ as }: Session, email = NEW) =>
  as(superuser, async ({ query }) =>
    (await query<{ role: string }>('select role from user_roles where user_id = $1 order by 1', [idOf(email)])).map(({ role }) => role),
  )
export const recordOf = ({ as }: Session, email = NEW) =>
  as(superuser, ({ query }) =>
    query('select id, first_name, last_name, available, timezone, timezone_confirmed_at from doctors where user_id = $1', [idOf(email)]),
  )
