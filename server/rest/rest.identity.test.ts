import { createHmac } from 'node:crypto'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idOf, superuser } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { fillLibrary } from './test-library.ts'

// The server's own key, to sign tokens that are wrong in one respect only.
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const openLibrary = async () =>
  fillLibrary(await startTestServer({ env: { JWT_SIGNING_KEY: JSON.stringify(await exportJWK(privateKey)) } }), idOf)
let library: Awaited<ReturnType<typeof openLibrary>>
let adaSession: string
beforeAll(async () => {
  library = await openLibrary()
  adaSession = String(decodeJwt(library.adaToken)['session_id'])
})
afterAll(() => library.stop())

interface Whoami {
  role: string
  uid: string | null
  claims: Record<string, unknown>
}

const whoami = async (headers: Record<string, string>) => {
  const response = await fetch(`${library.url}/rest/v1/rpc/whoami`, { headers })
  return { status: response.status, body: (await response.json()) as Whoami & { code?: string; message?: string } }
}
const withToken = (token: string) => whoami({ apikey: library.keys.publishable, authorization: `Bearer ${token}` })

describe('an API key', () => {
  test('is required', async () => {
    expect(await whoami({})).toMatchObject({ status: 401, body: { message: 'No API key found in request' } })
  })

  test('must be known', async () => {
    expect(await whoami({ apikey: 'sb_publishable_wrong' })).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    expect(await whoami({ apikey: `${library.keys.secret}x` })).toMatchObject({ status: 401 })
  })

  test('sets the role: anon for the publishable key, service_role for the secret one', async () => {
    expect((await whoami({ apikey: library.keys.publishable })).body).toMatchObject({ role: 'anon', uid: null, claims: { role: 'anon' } })
    expect((await whoami({ apikey: library.keys.secret })).body).toMatchObject({ role: 'service_role', uid: null })
  })

  test('may be a query parameter, which is not treated as a filter', async () => {
    const response = await fetch(`${library.url}/rest/v1/books?select=id&id=eq.1&apikey=${library.keys.publishable}`)
    expect(await response.json()).toEqual([{ id: 1 }])
  })

  test('is also accepted as the token, which the client sends while nobody is signed in', async () => {
    const { publishable } = library.keys
    expect((await whoami({ apikey: publishable, authorization: `Bearer ${publishable}` })).body.role).toBe('anon')
  })
})

describe('a token', () => {
  const claims = () => ({ sub: idOf('ada'), role: 'authenticated', session_id: adaSession })
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issuer = () => `${library.url}/auth/v1`
  const lifetime = () => ({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 600 })

  test('authenticates its user', async () => {
    expect((await withToken(library.adaToken)).body).toMatchObject({
      role: 'authenticated',
      uid: idOf('ada'),
      claims: { sub: idOf('ada') },
    })
  })

  test('limits the secret key to the user’s rights', async () => {
    const { body } = await whoami({ apikey: library.keys.secret, authorization: `Bearer ${library.adaToken}` })
    expect(body.role).toBe('authenticated')
  })

  test('is refused when expired', async () => {
    expect(await withToken(await library.tokenOf('ada', -10))).toMatchObject({
      status: 401,
      body: { code: 'PGRST303', message: 'JWT expired' },
    })
  })

  test('is refused unsigned', async () => {
    const token = `${base64({ alg: 'none', typ: 'JWT' })}.${base64({ ...claims(), iss: issuer(), aud: 'authenticated', ...lifetime() })}.`
    expect(await withToken(token)).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })

  test('is refused when signed with the public key as an HMAC secret', async () => {
    const [jwk] = library.tokens.jwks.keys
    const body = `${base64({ alg: 'HS256', typ: 'JWT', kid: jwk?.kid })}.${base64({ ...claims(), iss: issuer(), aud: 'authenticated', ...lifetime() })}`
    for (const secret of [JSON.stringify(jwk), jwk?.x ?? '', library.keys.publishable]) {
      const token = `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
      expect(await withToken(token)).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
    }
  })

  test.each(['key', 'issuer', 'audience', 'type'])('is refused from another %s', async (what) => {
    const { privateKey: foreign } = await generateKeyPair('ES256')
    const sign = (changed: string) =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', typ: changed === 'type' ? 'upload+jwt' : 'JWT', kid: library.tokens.jwks.keys[0]?.kid ?? '' })
        .setIssuer(changed === 'issuer' ? 'https://elsewhere.test/auth/v1' : issuer())
        .setAudience(changed === 'audience' ? 'storage' : 'authenticated')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(changed === 'key' ? foreign : privateKey)
    expect((await withToken(await sign('nothing'))).status).toBe(200)
    expect(await withToken(await sign(what))).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })

  test.each(['service_role', 'anon', 'postgres', 'supabase_admin'])('is refused if it names the role %s', async (role) => {
    const token = await library.tokens.sign({ ...claims(), role: role as 'authenticated' }, 600)
    expect(await withToken(token)).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  })

  test('is refused when its claims were changed', async () => {
    const [header = '', payload = '', signature = ''] = library.adaToken.split('.')
    const rewritten = { ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), role: 'service_role', sub: idOf('bo') }
    expect((await withToken([header, base64(rewritten), signature].join('.'))).status).toBe(401)
  })

  test.each(['', 'x', 'a.b.c', 'a.b.c.d'])('is refused when malformed: "%s"', async (token) => {
    const { status } = await withToken(`${token}!`)
    expect(status).toBe(401)
  })
})

describe('a session', () => {
  const keep = (sql: string, name: string) => library.database.keep(superuser, ({ query }) => query(sql, [idOf(name)]))
  const signUp = (name: string) => keep(`insert into auth.users (id, email) values ($1, '${name}@example.test')`, name)

  test.each([
    ['was ended', 'delete from auth.sessions where user_id = $1'],
    ['ran out', "update auth.sessions set not_after = now() - interval '1 second' where user_id = $1"],
    ['belongs to somebody banned', "update auth.users set banned_until = now() + interval '1 day' where id = $1"],
    ['belongs to somebody deleted', 'update auth.users set deleted_at = now() where id = $1'],
    ['belongs to nobody any more', 'delete from auth.users where id = $1'],
  ])('is refused immediately if it %s', async (reason, sql) => {
    const name = reason.replaceAll(' ', '-')
    await signUp(name)
    const token = await library.tokenOf(name)
    const person = library.clientWith(library.keys.publishable, token)
    expect((await withToken(token)).status).toBe(200)
    await keep(sql, name)
    expect((await withToken(token)).status).toBe(401)
    const write = await person.from('tags').insert({ name })
    expect([write.status, write.error?.message]).toEqual([401, 'session_not_found'])
    expect(await library.database.as(superuser, ({ query }) => query('select from tags where name = $1', [name]))).toEqual([])
  })
})

test('role and claims are reset after each request, however it ends', async () => {
  const { publishable, secret } = library.keys
  const asAda = { apikey: publishable, authorization: `Bearer ${library.adaToken}` }
  const asService = { apikey: secret }
  const asAnybody = { apikey: publishable }
  const disturb = () => [
    library.ada.rpc('refuse', { code: 'P0001' }),
    library.ada.from('tags').insert({ name: 'novel' }),
    library.ada.from('books').select('nowhere'),
    library.service.from('books').select().limit(1),
    library.ada.rpc('wait_briefly', { seconds: 1 }),
  ]
  for (let round = 0; round < 5; round++) {
    const [ada, service, anybody] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => whoami(asAda))),
      Promise.all(Array.from({ length: 10 }, () => whoami(asService))),
      Promise.all(Array.from({ length: 10 }, () => whoami(asAnybody))),
      ...disturb(),
    ])
    for (const { body } of ada) expect([body.role, body.uid]).toEqual(['authenticated', idOf('ada')])
    for (const { body } of service) expect([body.role, body.uid]).toEqual(['service_role', null])
    for (const { body } of anybody) expect([body.role, body.uid]).toEqual(['anon', null])
  }
})

test('a user can only read and change their own rows', async () => {
  const bo = library.clientWith(library.keys.publishable, await library.tokenOf('bo'))
  const { data: note } = await library.ada.from('notes').insert({ body: 'private' }).select('id, owner_id').single()
  expect(note?.owner_id).toBe(idOf('ada'))
  expect((await bo.from('notes').select().eq('id', note?.id)).data).toEqual([])
  expect((await bo.from('notes').update({ body: 'mine now' }).eq('id', note?.id).select()).data).toEqual([])
  expect((await bo.from('notes').insert({ body: 'forged', owner_id: idOf('ada') })).error?.code).toBe('42501')
  expect((await library.anonymous.from('notes').select()).data).toEqual([])
  expect((await library.ada.from('notes').select('body').eq('id', note?.id).single()).data).toEqual({ body: 'private' })
})

test('a table created by the superuser is served, and signed-in users may use it', async () => {
  expect((await library.ada.from('newcomers').select()).error?.code).toBe('PGRST205')
  await library.database.keep(superuser, ({ query }) => query('create table newcomers (id int primary key)'))
  await expect.poll(async () => (await library.ada.from('newcomers').select()).data).toEqual([])
})

describe('a browser', () => {
  test('gets an answer to its preflight from any origin and without a key', async () => {
    const response = await fetch(`${library.url}/rest/v1/books`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.test',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'prefer,x-client-info,x-own',
      },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-allow-headers')).toMatch(/authorization.*apikey.*x-own/)
  })

  test('may read answers, including errors, and their counts', async () => {
    for (const headers of [{ apikey: library.keys.publishable }, {}]) {
      const response = await fetch(`${library.url}/rest/v1/books`, { headers })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('content-range')
    }
  })
})

test('answers are not cached, and their content type is not sniffed', async () => {
  const answers = await Promise.all([
    library.send('GET', '/books?select=id', undefined),
    library.send('PATCH', '/books?id=eq.1&select=id', { pages: 341 }, { prefer: 'return=representation' }),
    library.fetch('/no_such_table'),
    fetch(`${library.url}/rest/v1/books`),
  ])
  for (const { headers } of answers)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
})
