// Signed URLs: a token over bucket and key, signed with a separate key.
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Identity } from '../identity.ts'
import { wrongSignature } from './errors.ts'

/**
 * The signer of the URL. The upload is owned by the signer, with the signer's rights at the time of the upload, while the session lasts.
 */
export interface UploadGrant {
  role: Identity['role']
  owner: string | undefined
  session: string | undefined
  upsert: boolean
}

export type Signatures = ReturnType<typeof createSignatures>

const MAX_SECONDS = 10 * 365 * 24 * 3600

export function createSignatures(secret: string) {
  const key = Buffer.from(secret)

  const sign = (claims: Record<string, unknown>, purpose: string, seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(purpose)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + Math.min(seconds, MAX_SECONDS))
      .sign(key)

  async function verify(token: string | null, purpose: string, url: string) {
    try {
      const { payload } = await jwtVerify(token ?? '', key, { algorithms: ['HS256'], audience: purpose })
      if (payload['url'] !== url) throw wrongSignature('The url do not match the signature')
      return payload
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw wrongSignature('jwt expired')
      if (error instanceof errors.JOSEError) throw wrongSignature('Invalid signature')
      throw error
    }
  }

  return {
    /** With `session`, the URL is valid only while that session lasts. */
    forReading: (url: string, seconds: number, session: string | undefined) => sign({ url, session }, 'read', seconds),
    async mayRead(token: string | null, url: string) {
      const { session } = await verify(token, 'read', url)
      return { session: typeof session === 'string' ? session : undefined }
    },
    forUploading: (url: string, grant: UploadGrant, seconds: number) => sign({ url, ...grant }, 'upload', seconds),
    async mayUpload(token: string | null, url: string): Promise<UploadGrant> {
      const { role, owner, session, upsert } = await verify(token, 'upload', url)
      // A user's token always names the session.
      if (role === 'authenticated' && !session) throw wrongSignature('Invalid signature')
      return { role, owner, session, upsert } as UploadGrant
    },
  }
}
