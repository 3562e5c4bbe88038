// Queries on auth.webauthn_credentials and auth.webauthn_challenges for passkeys.
import type { Db } from '../store.ts'
import type { Credential } from './relying-party.ts'

export const CHALLENGE_SECONDS = 300
/** The number of expired challenges deleted for each new one. More than one, so that they do not pile up. */
const SWEPT_CHALLENGES = 10

interface PasskeyRow {
  row_id: string
  user_id: string
  /** The credential's id in base64url. */
  id: string
  publicKey: Buffer
  signCount: number
  transports: string[]
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

interface Row extends Omit<PasskeyRow, 'id' | 'signCount'> {
  credential_id: Buffer
  sign_count: string
}

const COLUMNS =
  'id as row_id, user_id, credential_id, public_key as "publicKey", sign_count, transports, friendly_name, created_at, last_used_at'

const fromRow = ({ credential_id, sign_count, ...row }: Row): PasskeyRow => ({
  ...row,
  id: credential_id.toString('base64url'),
  signCount: Number(sign_count),
})

export const presentPasskey = ({ row_id, friendly_name, created_at, last_used_at }: PasskeyRow) => ({
  id: row_id,
  friendly_name: friendly_name || undefined,
  created_at,
  last_used_at: last_used_at ?? undefined,
})

export async function passkeysOf(db: Db, userId: string) {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at, id`, [
    userId,
  ])
  return rows.map(fromRow)
}

/** Locks the row until the transaction ends, so that its counter is compared with the latest value. */
export async function lockPasskey(db: Db, credentialId: unknown) {
  if (typeof credentialId !== 'string') return undefined
  const { rows } = await db.query<Row>(`select ${COLUMNS} from auth.webauthn_credentials where credential_id = $1 for update`, [
    Buffer.from(credentialId, 'base64url'),
  ])
  return rows[0] && fromRow(rows[0])
}

/** Returns undefined if the credential is already registered. */
export async function addPasskey(db: Db, userId: string, credential: Credential, name: string) {
  const { rows } = await db.query<Row>(
    `insert into auth.webauthn_credentials
       (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name)
     values ($1, $2, $3, 'none', $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning ${COLUMNS}`,
    [
      userId,
      Buffer.from(credential.id, 'base64url'),
      credential.publicKey,
      credential.aaguid,
      credential.signCount,
      JSON.stringify(credential.transports),
      credential.isBackupEligible,
      credential.isBackedUp,
      name,
    ],
  )
  return rows[0] && fromRow(rows[0])
}

export async function notePasskeyUse(db: Db, rowId: string, { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean }) {
  await db.query(
    'update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now() where id = $1',
    [rowId, signCount, isBackedUp],
  )
}

export async function renamePasskey(db: Db, userId: string, rowId: string, name: string) {
  const { rows } = await db.query<Row>(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $2 and user_id = $1 returning ${COLUMNS}`,
    [userId, rowId, name],
  )
  return rows[0] && fromRow(rows[0])
}

export async function removePasskey(db: Db, userId: string, rowId: string) {
  const { rowCount } = await db.query('delete from auth.webauthn_credentials where id = $2 and user_id = $1', [userId, rowId])
  return Boolean(rowCount)
}

type Purpose = 'registration' | 'authentication'

export async function addPasskeyChallenge(db: Db, purpose: Purpose, userId: string | null, challenge: string) {
  await db.query(
    `delete from auth.webauthn_challenges where id in
       (select c.id from auth.webauthn_challenges c where c.expires_at < now() - interval '1 hour' limit $1 for update skip locked)`,
    [SWEPT_CHALLENGES],
  )
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, now() + make_interval(secs => $4)) returning id`,
    [userId, purpose, { challenge }, CHALLENGE_SECONDS],
  )
  return rows[0]?.id ?? ''
}

/** Deletes the challenge, so that exactly one of several concurrent calls gets it. */
export async function takePasskeyChallenge(db: Db, purpose: Purpose, userId: string | null, id: string) {
  const { rows } = await db.query<{ challenge: string; is_expired: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at < now() as is_expired`,
    [id, purpose, userId],
  )
  return rows[0]
}
