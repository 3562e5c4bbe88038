// Access tokens: ES256, signed with a key that is given or made once and kept. What they are for is part of what is verified.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calculateJwkThumbprint, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { Config } from './config.ts'
import { IdentityError } from './identity.ts'

export interface AccessClaims {
  sub: string
  role: 'authenticated'
  session_id: string
  [claim: string]: unknown
}

export interface Tokens {
  sign: (claims: AccessClaims, lifetimeSeconds: number) => Promise<string>
  /** The claims, or an IdentityError. */
  verify: (token: string) => Promise<AccessClaims>
  /** The public half, as served at /.well-known/jwks.json. */
  jwks: { keys: JWK[] }
}

const AUDIENCE = 'authenticated'
const MOST_REMEMBERED = 2000

export async function createTokens(config: Pick<Config, 'dataDir' | 'jwtSigningKey' | 'siteUrl'>): Promise<Tokens> {
  const jwk = (config.jwtSigningKey as JWK | undefined) ?? (await keptKey(join(config.dataDir, 'signing-key.json')))
  const issuer = `${config.siteUrl}/auth/v1`
  const { d: _, ...publicPart } = jwk
  const kid = jwk.kid ?? (await calculateJwkThumbprint(publicPart))
  const publicJwk: JWK = { ...publicPart, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  const privateKey = await importJWK(jwk, 'ES256')
  const publicKey = await importJWK(publicJwk, 'ES256')

  // Checking a signature costs more than the query it is for. Whether the session still lives is asked every time all the same.
  const verified = new Map<string, { claims: AccessClaims; exp: number }>()
  const remember = (token: string, claims: AccessClaims) => {
    if (verified.size >= MOST_REMEMBERED) verified.clear()
    verified.set(token, { claims, exp: Number(claims['exp']) })
  }

  return {
    jwks: { keys: [publicJwk] },
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
      try {
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
          algorithms: ['ES256'],
          issuer,
          audience: AUDIENCE,
          typ: 'JWT',
          requiredClaims: ['sub', 'exp', 'session_id', 'role'],
        })
        if (protectedHeader.kid !== kid || !isAccess(payload)) throw new IdentityError('wrong-token', 'JWT is not an access token')
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

async function keptKey(file: string): Promise<JWK> {
  if (!existsSync(file)) {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    writeFileSync(`${file}.new`, JSON.stringify(await exportJWK(privateKey)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as JWK
}
