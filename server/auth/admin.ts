// What the secret key may do with accounts.
import type pg from 'pg'
import { inTransaction } from './accounts.ts'
import { AuthError, invalid, unprocessable } from './errors.ts'
import { readEmail, readObject, readText } from './input.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { presentUser } from './present.ts'
import { endSessions } from './sessions.ts'
import { createUser, type Db, findById, identitiesOf, isUnique, listUsers, type UserRow, updateUser } from './store.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function handleAdmin(pool: pg.Pool, request: Request, path: string[], body: Record<string, unknown>): Promise<Response> {
  const [resource, id, ...more] = path
  if (resource !== 'users' || more.length) throw new AuthError(404, 'unknown', 'Not found')
  if (id === undefined) {
    if (request.method === 'GET') return list(pool, new URL(request.url))
    if (request.method === 'POST') return create(pool, body)
  } else {
    if (!UUID.test(id)) throw invalid('user_id must be an UUID')
    const user = await findById(pool, id)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    if (request.method === 'GET') return present(pool, user)
    if (request.method === 'PUT') return update(pool, user, body)
    if (request.method === 'DELETE') return remove(pool, user, body['should_soft_delete'] === true)
  }
  throw new AuthError(405, 'unknown', 'Method not allowed')
}

async function list(pool: pg.Pool, { searchParams }: URL) {
  const size = Math.min(1000, Math.max(1, Number(searchParams.get('per_page')) || 50))
  const page = Math.max(1, Number(searchParams.get('page')) || 1)
  const users = await listUsers(pool, { limit: size, offset: (page - 1) * size })
  const presented = await Promise.all(users.map(async (user) => presentUser(user, await identitiesOf(pool, user.id))))
  return Response.json({ users: presented, aud: 'authenticated' })
}

async function create(pool: pg.Pool, body: Record<string, unknown>) {
  const password = readText(body, 'password')
  if (password) checkPassword(password)
  const encryptedPassword = password ? await hashPassword(password) : ''
  const made = {
    email: readEmail(body),
    encryptedPassword,
    metadata: readObject(body, 'user_metadata'),
    appMetadata: readObject(body, 'app_metadata'),
    isConfirmed: body['email_confirm'] === true,
  }
  const user = await inTransaction(pool, (db) => createUser(db, made)).catch((error: unknown) => {
    if (isUnique(error)) throw unprocessable('email_exists', 'A user with this email address has already been registered')
    throw error
  })
  if (!user) throw new AuthError(500, 'unexpected_failure', 'The account could not be made')
  return present(pool, user)
}

async function update(pool: pg.Pool, user: UserRow, body: Record<string, unknown>) {
  const password = readText(body, 'password')
  if (password) checkPassword(password)
  const encrypted = password ? await hashPassword(password) : undefined
  const changed = await inTransaction(pool, async (db) => {
    if (encrypted) await endSessions(db, user.id, 'global', undefined)
    return updateUser(db, user.id, {
      ...(encrypted ? { encrypted_password: encrypted } : {}),
      ...('user_metadata' in body ? { raw_user_meta_data: { ...user.raw_user_meta_data, ...readObject(body, 'user_metadata') } } : {}),
      ...('app_metadata' in body ? { raw_app_meta_data: { ...user.raw_app_meta_data, ...readObject(body, 'app_metadata') } } : {}),
      ...(body['email_confirm'] === true && !user.email_confirmed_at ? { email_confirmed_at: new Date() } : {}),
      ...('ban_duration' in body ? { banned_until: bannedUntil(readText(body, 'ban_duration') ?? '') } : {}),
    })
  })
  return present(pool, changed ?? user)
}

// `none`, or hours, minutes and seconds such as 24h or 1h30m.
function bannedUntil(duration: string) {
  if (duration === 'none') return null
  const [, hours, minutes, seconds] = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/.exec(duration) ?? []
  if (!hours && !minutes && !seconds) throw invalid('invalid format for ban duration')
  return new Date(Date.now() + ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000)
}

async function remove(pool: pg.Pool, user: UserRow, isSoft: boolean) {
  await inTransaction(pool, async (db) => {
    if (!isSoft) return void (await db.query('delete from auth.users where id = $1', [user.id]))
    await endSessions(db, user.id, 'global', undefined)
    await db.query('delete from auth.identities where user_id = $1', [user.id])
    await db.query('delete from auth.one_time_tokens where user_id = $1', [user.id])
    await db.query(
      `update auth.users set deleted_at = now(), email = null, phone = null, encrypted_password = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}' where id = $1`,
      [user.id],
    )
  })
  return Response.json({})
}

const present = async (db: Db, user: UserRow) => Response.json(presentUser(user, await identitiesOf(db, user.id)))
