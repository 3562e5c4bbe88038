// Converts a credential to and from GoTrue's format in the column web_authn_credential.
import type { Credential } from '../webauthn/relying-party.ts'

export interface StoredCredential {
  id: string
  publicKey: string
  attestationType: string
  transport: string[] | null
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean }
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string }
}

export const toStored = (credential: Credential): StoredCredential => ({
  id: Buffer.from(credential.id, 'base64url').toString('base64'),
  publicKey: credential.publicKey.toString('base64'),
  attestationType: 'none',
  transport: credential.transports,
  flags: {
    userPresent: true,
    userVerified: credential.isVerifiedUser,
    backupEligible: credential.isBackupEligible,
    backupState: credential.isBackedUp,
  },
  authenticator: {
    AAGUID: Buffer.from(credential.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
    signCount: credential.signCount,
    cloneWarning: false,
    attachment: '',
  },
})

export const fromStored = ({ id, publicKey, transport, flags, authenticator }: StoredCredential): Credential => ({
  id: Buffer.from(id, 'base64').toString('base64url'),
  publicKey: Buffer.from(publicKey, 'base64'),
  signCount: authenticator.signCount,
  transports: transport ?? [],
  aaguid: Buffer.from(authenticator.AAGUID, 'base64')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  isVerifiedUser: flags.userVerified,
  isBackupEligible: flags.backupEligible,
  isBackedUp: flags.backupState,
})
