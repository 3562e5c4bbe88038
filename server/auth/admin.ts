// Admin endpoints, for the secret key only.
import pg from 'pg'
import { inTransaction } from '../transaction.ts'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { isUuid, readEmail, readObject, readText } from './input.ts'
import { factorNotFound, removeWithCodes } from './mfa/second-factor.ts'
import { factorsOf, findFactor } from './mfa/store.ts'
import { forgetOneTimes } from './one-time.ts'
import { checkPassword, hashPassword, isPasswordHash } from './passwords.ts'
import { type PresentedUser, presentFactor, presentUser } from './present.ts'
import { endSessions } from './sessions.ts'
import { countUsers, createUser, type Db, findById, identitiesOf, listUsers, lockUser, type UserRow, updateUser } from './store.ts'
import { notFound } from './unsupported.ts'
import type { Passkeys } from './webauthn/passkeys.ts'

interface AdminParts {
  pool: pg.Pool
  passkeys: Pick<Passkeys, 'list' | 'removeFor'>
}

export async function handleAdmin(
  { pool, passkeys }: AdminParts,
  request: Request,
  path: string[],
  body: Record<string, unknown>,
): Promise<Response> {
  const [resource, id, part, partId, ...more] = path
  const isKnown = part === undefined || part === 'factors' || part === 'passkeys'
  if (resource !== 'users' || more.length || !isKnown) throw notFound(`admin/${path.join('/')}`)
  if (id === undefined) {
    if (request.method === 'GET') return list(pool, new URL(request.url))
    if (request.method === 'POST') return create(pool, body)
  } else {
    if (!isUuid(id)) throw invalid('user_id must be an UUID')
    const user = await findById(pool, id)
    if (!user) throw userNotFound()
    if (part === 'factors') return handleFactors(pool, request, user, partId)
    if (part && partId === undefined && request.method === 'GET') return passkeys.list({ user })
    if (part && partId !== undefined && request.method === 'DELETE') return passkeys.removeFor(user.id, partId)
    if (part) throw new AuthError(405, 'unknown', 'Method not allowed')
    if (request.method === 'GET') return present(pool, user)
    if (request.method === 'PUT') return update(pool, user, body)
    if (request.method === 'DELETE') return remove(pool, user, body['should_soft_delete'] === true)
  }
  throw new AuthError(405, 'unknown', 'Method not allowed')
}

async function handleFactors(pool: pg.Pool, request: Request, { id }: UserRow, factorId: string | undefined) {
  if (factorId === undefined && request.method === 'GET') return Response.json((await factorsOf(pool, id)).map(presentFactor))
  if (factorId === undefined || request.method !== 'DELETE') throw new AuthError(405, 'unknown', 'Method not allowed')
  if (!isUuid(factorId)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const removed = await inTransaction(pool, async (db) => {
    await lockUser(db, id)
    const factor = await findFactor(db, id, factorId)
    if (!factor) throw factorNotFound()
    await removeWithCodes(db, factor)
    return factor
  })
  return Response.json(presentFactor(removed))
}

async function list(pool: pg.Pool, { searchParams }: URL) {
  const [page, size] = [readCount(searchParams.get('page'), 1), Math.min(1000, readCount(searchParams.get('per_page'), 50))]
  const users = await listUsers(pool, { limit: size, offset: (page - 1) * size })
  const total = await countUsers(pool)
  const presented: PresentedUser[] = []
  for (const user of users) presented.push(presentUser(user, await identitiesOf(pool, user.id), await factorsOf(pool, user.id)))
  const last = Math.max(1, Math.ceil(total / size))
  const links = [...(page < last ? [[page + 1, 'next'] as const] : []), [last, 'last'] as const]
  const link = links.map(([to, rel]) => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`).join(', ')
  return Response.json({ users: presented, aud: 'authenticated' }, { headers: { link, 'x-total-count': String(total) } })
}

function readCount(text: string | null, otherwise: number) {
  if (!text) return otherwise
  if (!/^\d{1,9}$/.test(text)) throw invalid('Bad Pagination Parameters')
  return Math.max(1, Number(text))
}

async function create(pool: pg.Pool, body: Record<string, unknown>) {
  const made = {
    email: readEmail(body),
    id: await readFreeId(pool, body),
    encryptedPassword: await readNewPassword(body),
    metadata: readObject(body, 'user_metadata'),
    appMetadata: readObject(body, 'app_metadata'),
    isConfirmed: body['email_confirm'] === true,
  }
  const user = await inTransaction(pool, (db) => createUser(db, made))
  if (!user) throw emailExists()
  return present(pool, user)
}

async function readFreeId(pool: pg.Pool, body: Record<string, unknown>) {
  const id = readText(body, 'id')
  if (id === undefined) return undefined
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (await findById(pool, id)) throw unprocessable('user_already_exists', 'A user with this id exists already')
  return id
}

/** Returns the hash to store. Accounts imported from another system bring their existing hash. */
async function readNewPassword(body: Record<string, unknown>) {
  const [password, passwordHash] = [readText(body, 'password'), readText(body, 'password_hash')]
  if (password && passwordHash) throw invalid('Only a password or a password hash should be provided')
  if (passwordHash && !isPasswordHash(passwordHash)) throw invalid('Unsupported password hash: only bcrypt is accepted')
  if (passwordHash) return passwordHash
  if (!password) return ''
  checkPassword(password)
  return hashPassword(password)
}

async function update(pool: pg.Pool, { id }: UserRow, body: Record<string, unknown>) {
  const password = readText(body, 'password')
  if (password) checkPassword(password)
  const encrypted = password ? await hashPassword(password) : undefined
  const [userMetadata, appMetadata] = [readObject(body, 'user_metadata'), readObject(body, 'app_metadata')]
  const bannedUntil = 'ban_duration' in body ? readBan(readText(body, 'ban_duration') ?? '') : undefined
  const email = 'email' in body ? readEmail(body) : undefined
  const changed = await inTransaction(pool, async (db) => {
    const user = await lockUser(db, id)
    if (!user) throw userNotFound()
    if (email) await moveTo(db, user, email)
    if (encrypted || bannedUntil) await endSessions(db, id, 'global', undefined)
    if (encrypted) await forgetOneTimes(db, id)
    return updateUser(db, id, {
      ...(encrypted ? { encrypted_password: encrypted } : {}),
      ...('user_metadata' in body ? { raw_user_meta_data: { ...user.raw_user_meta_data, ...userMetadata } } : {}),
      ...('app_metadata' in body ? { raw_app_meta_data: { ...user.raw_app_meta_data, ...appMetadata } } : {}),
      ...(body['email_confirm'] === true && !user.email_confirmed_at ? { email_confirmed_at: new Date() } : {}),
      ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
    })
  })
  if (!changed) throw userNotFound()
  return present(pool, changed)
}

async function moveTo(db: Db, { id, email: before }: UserRow, email: string) {
  if (email === before) return
  const { rowCount } = await db.query(
    'update auth.users set email = $2 where id = $1 and not exists (select from auth.users where email = $2 and is_sso_user = false)',
    [id, email],
  )
  if (!rowCount) throw emailExists()
  await db.query("update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text) where user_id = $1", [
    id,
    email,
  ])
  // Invalidates links and codes that were sent to the old address.
  await forgetOneTimes(db, id)
}

const emailExists = () => unprocessable('email_exists', 'A user with this email address has already been registered')
const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')

// Accepts `none`, or hours, minutes and seconds such as 24h or 1h30m.
function readBan(duration: string) {
  if (duration === 'none') return null
  const [, hours, minutes, seconds] = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(duration) ?? []
  if (!hours && !minutes && !seconds) throw invalid('invalid format for ban duration')
  return new Date(Date.now() + ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000)
}

// The project can forbid deleting a user: by foreign keys of rows that are kept, or by errors raised in triggers.
const REFUSALS = ['23503', '23001', 'P0001']

function refusalToDelete(error: unknown) {
  if (!(error instanceof pg.DatabaseError) || !REFUSALS.includes(error.code ?? '')) return error
  const reason = error.code === 'P0001' ? error.message : `still referenced by ${error.table ?? 'other rows'}`
  return new AuthError(409, 'conflict', `User cannot be deleted: ${reason}`)
}

async function remove(pool: pg.Pool, user: UserRow, isSoft: boolean) {
  const removal = inTransaction(pool, async (db) => {
    if (!isSoft) {
      await db.query('delete from auth.users where id = $1', [user.id])
      return
    }
    await endSessions(db, user.id, 'global', undefined)
    await db.query('delete from auth.identities where user_id = $1', [user.id])
    await db.query('delete from auth.one_time_tokens where user_id = $1', [user.id])
    await db.query('delete from auth.mfa_factors where user_id = $1', [user.id])
    await db.query('delete from auth.webauthn_credentials where user_id = $1', [user.id])
    await db.query(
      `update auth.users set deleted_at = now(), email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1`,
      [user.id],
    )
  })
  await removal.catch((error: unknown) => {
    throw refusalToDelete(error)
  })
  return Response.json({})
}

const present = async (db: Db, user: UserRow) =>
  Response.json(presentUser(user, await identitiesOf(db, user.id), await factorsOf(db, user.id)))
