// Users and sessions in the format that clients expect.
import type { FactorRow } from './mfa/store.ts'
import type { IdentityRow, UserRow } from './store.ts'

export function presentUser(user: UserRow, identities: IdentityRow[], factors: FactorRow[] = []) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    invited_at: user.invited_at ?? undefined,
    phone: '',
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    confirmed_at: user.email_confirmed_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    // Present while a change of address is pending.
    ...(user.email_change ? { new_email: user.email_change, email_change_sent_at: user.email_change_sent_at ?? undefined } : {}),
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.provider_id,
      user_id: identity.user_id,
      identity_data: identity.identity_data,
      provider: identity.provider,
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
      email: identity.email ?? undefined,
    })),
    // Absent without factors, as in GoTrue.
    ...(factors.length ? { factors: factors.map(presentFactor) } : {}),
    created_at: user.created_at,
    updated_at: user.updated_at,
    banned_until: user.banned_until ?? undefined,
    is_anonymous: false,
  }
}

/** Never includes the secret. */
export function presentFactor(factor: FactorRow) {
  return {
    id: factor.id,
    created_at: factor.created_at,
    updated_at: factor.updated_at,
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    last_challenged_at: factor.last_challenged_at ?? undefined,
  }
}

export type PresentedUser = ReturnType<typeof presentUser>

export interface PresentedSession {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: PresentedUser
}
