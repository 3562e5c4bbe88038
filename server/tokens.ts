// Access tokens: ES256, signed with a configured or generated key, and verified with that key or its predecessors. Issuer and audience are
// verified as well.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Config } from './config.ts'
import { IdentityError } from './identity-error.ts'
import { MAX_TOKEN_LENGTH } from './request-limits.ts'

export interface AccessClaims {
  sub: string
  role: 'authenticated'
  session_id: string
  [claim: string]: unknown
}

export interface Tokens {
  sign: (claims: AccessClaims, lifetimeSeconds: number) => Promise<string>
  /** Returns the claims or rejects with an IdentityError. */
  verify: (token: string) => Promise<AccessClaims>
  /** The public keys, as served at /.well-known/jwks.json. */
  jwks: { keys: JWK[] }
}

const AUDIENCE = 'authenticated'
const MAX_REMEMBERED = 2000

export async function createTokens(config: Pick<Config, 'dataDir' | 'jwtSigningKeys' | 'siteUrl'>): Promise<Tokens> {
  const jwks = config.jwtSigningKeys ?? (await keptKeys(signingKeyFile(config.dataDir)))
  const issuer = `${config.siteUrl}/auth/v1`
  const published = await Promise.all(jwks.map(publicHalf))
  const publicKeys = new Map(await Promise.all(published.map(async (jwk) => [jwk.kid, await importJWK(jwk, 'ES256')] as const)))
  const [first] = jwks
  const kid = published[0]?.kid
  if (!first || !kid) throw new Error('There is no key to sign tokens with.')
  const privateKey = await importJWK(first, 'ES256')

  // Verified tokens are cached, because checking a signature costs more than the query it protects. The session is still checked on every
  // request.
  const verified = new Map<string, { claims: AccessClaims; exp: number }>()
  const remember = (token: string, claims: AccessClaims) => {
    if (verified.size >= MAX_REMEMBERED) verified.clear()
    verified.set(token, { claims, exp: Number(claims['exp']) })
  }

  return {
    jwks: { keys: published },
    sign: (claims, lifetimeSeconds) => {
      const now = Math.floor(Date.now() / 1000)
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(privateKey)
    },
    async verify(token) {
      const known = verified.get(token)
      if (known && known.exp > Date.now() / 1000) return known.claims
      if (token.length > MAX_TOKEN_LENGTH) throw new IdentityError('wrong-token', 'JWT could not be verified')
      try {
        const keyOf = (header: { kid?: string }) => {
          const key = publicKeys.get(header.kid ?? '')
          if (!key) throw new IdentityError('wrong-token', 'JWT was signed with an unknown key')
          return key
        }
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: ['ES256'],
          issuer,
          audience: AUDIENCE,
          typ: 'JWT',
          requiredClaims: ['sub', 'exp', 'session_id', 'role'],
        })
        if (!isAccess(payload)) throw new IdentityError('wrong-token', 'JWT is not an access token')
        remember(token, payload)
        return payload
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new IdentityError('expired', 'JWT expired')
        throw error instanceof IdentityError ? error : new IdentityError('wrong-token', 'JWT could not be verified')
      }
    },
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isAccess(payload: Record<string, unknown>): payload is AccessClaims {
  return (
    payload['role'] === 'authenticated' && [payload['sub'], payload['session_id']].every((id) => typeof id === 'string' && UUID.test(id))
  )
}

async function publicHalf(key: JWK): Promise<JWK & { kid: string }> {
  const { d: _, ...jwk } = key
  return { ...jwk, kid: jwk.kid ?? (await calculateJwkThumbprint(jwk)), alg: 'ES256', use: 'sig', key_ops: ['verify'] }
}

const signingKeyFile = (dataDir: string) => join(dataDir, 'signing-key.json')

async function keptKeys(file: string): Promise<JWK[]> {
  if (!existsSync(file)) writeKeys(file, [await newKey()])
  const kept = JSON.parse(readFileSync(file, 'utf8')) as JWK | JWK[]
  return Array.isArray(kept) ? kept : [kept]
}

/** Adds a new key that signs from the next start on. The previous one still verifies, and older ones are dropped. */
export async function rotateSigningKey(dataDir: string) {
  const file = signingKeyFile(dataDir)
  const [latest] = await keptKeys(file)
  writeKeys(file, [await newKey(), ...(latest ? [latest] : [])])
}

async function newKey() {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return exportJWK(privateKey)
}

function writeKeys(file: string, keys: JWK[]) {
  writeFileSync(`${file}.new`, JSON.stringify(keys), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
