// forPeople(handle) serves signed-in users, forSecretKey(handle) only the secret key, forEverybody(handle) both and the publishable key.
// `handle` receives { body, address, userId, db (with the caller's rights), asServiceRole } of a POST and returns JSON or a Response. To
// refuse, it throws a Refusal(status, code, message, details?). unwrap(await db.rpc(…)) returns the data or throws the database's refusal.
import { type SupabaseContext, withSupabase } from '@supabase/server'
import type { Database } from './database.types.ts'

type Client = SupabaseContext<Database>['supabase']

export interface Call {
  /** An object whose fields have not been validated. */
  body: Record<string, unknown>
  /** The network address of the caller. All callers whose address is unknown share one value. */
  address: string
  db: Client
  asServiceRole: Client
}

export interface PersonsCall extends Call {
  userId: string
}

export type AnyCall = Call & { userId: string | undefined }

const LARGEST_BODY = 64 * 1024
const AUDIENCE = 'authenticated'

/** Sent to the caller as `{ code, message, details }`. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function forPeople(handle: (call: PersonsCall) => Promise<unknown>) {
  return withSupabase<Database>({ auth: 'user', audience: AUDIENCE, errors: { detailed: false } }, (request, context) =>
    answer(request, context, (call) => handle({ ...call, userId: context.userClaims?.id ?? '' })),
  )
}

export function forSecretKey(handle: (call: Call) => Promise<unknown>) {
  return withSupabase<Database>({ auth: 'secret:*', errors: { detailed: false } }, (request, context) => answer(request, context, handle))
}

export function forEverybody(handle: (call: AnyCall) => Promise<unknown>) {
  return withSupabase<Database>(
    { auth: ['user', 'secret:*', 'publishable:*'], audience: AUDIENCE, errors: { detailed: false } },
    (request, context) => answer(request, context, (call) => handle({ ...call, userId: context.userClaims?.id })),
  )
}

interface Answer<T> {
  data: T
  error: { code: string; message: string; details: string | null } | null
}

/** Messages for errors that the database raises by name. The status is 409 unless another one is given. */
export type KnownRefusals = Record<string, { status?: number; message: string }>

/** Errors that the database raises by name are passed on under the same name. */
export function unwrap<T>({ data, error }: Answer<T>, known: KnownRefusals = {}): NonNullable<T> {
  if (error?.code === 'P0001') {
    const { status = 409, message = 'The database refuses it' } = known[error.message] ?? {}
    throw new Refusal(status, error.message, message, parseObject(error.details ?? '') ?? {})
  }
  if (error?.code === '42501') throw new Refusal(403, 'not_allowed', 'That is not yours to do')
  if (error && /^(PT401|PGRST30\d)$/.test(error.code)) throw new Refusal(401, 'not_signed_in', 'The session has ended')
  if (error) throw new Error(`${error.code}: ${error.message}`)
  if (data === null || data === undefined) throw new Error('The database answered nothing')
  return data
}

async function answer(request: Request, context: SupabaseContext<Database>, handle: (call: Call) => Promise<unknown>): Promise<Response> {
  try {
    if (request.method !== 'POST') throw new Refusal(405, 'wrong_method', 'Only POST is answered')
    const { supabase: db, supabaseAdmin: asServiceRole } = context
    const result = await handle({ body: await readBody(request), address: addressOf(request), db, asServiceRole })
    return result instanceof Response ? result : Response.json(result ?? {})
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) say(error)
    if (error instanceof Refusal) {
      const { status, code, message, details } = error
      return Response.json({ code, message, details }, { status })
    }
    return Response.json({ code: 'failed', message: 'Something went wrong on our side', details: {} }, { status: 500 })
  }
}

function say(error: unknown) {
  // oxlint-disable-next-line no-console -- Functions log to the console on both backends.
  console.error(error instanceof Refusal ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
}

async function readBody(request: Request) {
  const text = await request.text()
  if (text.length > LARGEST_BODY) throw new Refusal(413, 'body_too_large', 'The body is too large', { most: LARGEST_BODY })
  if (text === '') return {}
  const body = parseObject(text)
  if (!body) throw new Refusal(400, 'invalid_body', 'The body must be a JSON object')
  return body
}

// Hosted Supabase puts the caller's address in the first header and lets callers forge the start of the second; our server does not.
function addressOf({ headers }: Request) {
  return headers.get('cf-connecting-ip') ?? (headers.get('x-forwarded-for')?.split(',')[0]?.trim() || 'unknown')
}

function parseObject(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...(value as Record<string, unknown>) } : undefined
  } catch {
    return undefined
  }
}
