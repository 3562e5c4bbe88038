// Queries on Supabase's own auth tables.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export interface UserRow {
  id: string
  aud: string
  role: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  /** The new address, while its confirmation is pending. */
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Record<string, unknown> | null
  raw_user_meta_data: Record<string, unknown> | null
  created_at: Date
  updated_at: Date
  banned_until: Date | null
  deleted_at: Date | null
}

export interface IdentityRow {
  id: string
  user_id: string
  provider_id: string
  provider: string
  identity_data: Record<string, unknown>
  email: string | null
  last_sign_in_at: Date | null
  created_at: Date
  updated_at: Date
}

export type Db = Pick<pg.ClientBase, 'query'>

const ONLY_LIVE = 'deleted_at is null and is_sso_user = false'

/** `email` must be in lower case, as addresses are stored. */
export async function findByEmail(db: Db, email: string) {
  const { rows } = await db.query<UserRow>(`select * from auth.users where email = $1 and ${ONLY_LIVE}`, [email])
  return rows[0]
}

export async function findById(db: Db, id: string) {
  const { rows } = await db.query<UserRow>(`select * from auth.users where id = $1 and ${ONLY_LIVE}`, [id])
  return rows[0]
}

/** Returns the current row and locks it until the transaction ends. */
export async function lockUser(db: Db, id: string) {
  const { rows } = await db.query<UserRow>(`select * from auth.users where id = $1 and ${ONLY_LIVE} for no key update`, [id])
  return rows[0]
}

export async function listUsers(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const { rows } = await db.query<UserRow>(`select * from auth.users where ${ONLY_LIVE} order by created_at desc, id limit $1 offset $2`, [
    limit,
    offset,
  ])
  return rows
}

export async function countUsers(db: Db) {
  const { rows } = await db.query<{ count: number }>(`select count(*)::int as count from auth.users where ${ONLY_LIVE}`)
  return rows[0]?.count ?? 0
}

export async function identitiesOf(db: Db, userId: string) {
  const { rows } = await db.query<IdentityRow>('select * from auth.identities where user_id = $1 order by created_at', [userId])
  return rows
}

export interface NewUser {
  /** Generated if undefined. */
  id?: string | undefined
  email: string
  encryptedPassword: string
  metadata: Record<string, unknown>
  appMetadata?: Record<string, unknown>
  isConfirmed: boolean
  /** False if nobody has confirmed access to the mailbox, although the account counts as confirmed. */
  isVerified?: boolean
  /** The network address of a user who signs up. */
  address?: string
}

/** Returns the row with the changes of triggers, or undefined if the address is taken. */
export async function createUser(
  db: Db,
  { id = randomUUID(), email, encryptedPassword, metadata, appMetadata = {}, isConfirmed, isVerified = isConfirmed, address }: NewUser,
) {
  // Triggers read the address from the same setting in requests to the REST API.
  if (address) await db.query("select set_config('request.headers', $1, true)", [JSON.stringify({ 'x-forwarded-for': address })])
  const { rowCount } = await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
       created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end, $5, $6,
       now(), now(), '', '', '', '')
     on conflict (email) where is_sso_user = false do nothing`,
    [id, email, encryptedPassword, isConfirmed, { provider: 'email', providers: ['email'], ...appMetadata }, metadata],
  )
  if (!rowCount) return undefined
  await db.query(
    `insert into auth.identities (user_id, provider_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1::uuid, $1::text, 'email', $2, now(), now(), now())`,
    [id, { sub: id, email, email_verified: isVerified, phone_verified: false }],
  )
  return findById(db, id)
}

type Change = Partial<
  Pick<
    UserRow,
    | 'encrypted_password'
    | 'raw_user_meta_data'
    | 'raw_app_meta_data'
    | 'email_confirmed_at'
    | 'banned_until'
    | 'last_sign_in_at'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
  >
>

export async function updateUser(db: Db, id: string, change: Change) {
  const entries = Object.entries(change)
  const set = entries.map(([name], n) => `${name} = $${n + 2}`).join(', ')
  await db.query(`update auth.users set ${set}${entries.length ? ', ' : ''}updated_at = now() where id = $1`, [
    id,
    ...entries.map(([, value]) => value),
  ])
  return findById(db, id)
}
