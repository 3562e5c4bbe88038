// Reading and accepting an invitation about a patient.
import * as z from 'zod/mini'
import { askFunction } from '../../lib/data/functions.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, type ErrorTexts, unwrap } from '../../lib/errors.ts'
import type { Language } from '../../lib/languages.ts'
import { browserZone, isStorableZone } from '../../lib/time/zones.ts'
import { signIn } from './queries.ts'

const Open = z.object({
  state: z.literal('open'),
  kind: z.enum(['claim', 'guardian']),
  email: z.string(),
  patient: z.string(),
  /** Null if the clinic sent the invitation, or if the sender has left. */
  invited_by: z.nullable(z.string()),
  has_account: z.boolean(),
})
const Invitation = z.union([Open, z.object({ state: z.enum(['expired', 'used', 'gone']) })])

export type OpenInvitation = z.infer<typeof Open>
export type Invitation = z.infer<typeof Invitation>

export async function getInvitation(token: string): Promise<Invitation> {
  const answer = Invitation.safeParse(unwrap(await supabase.rpc('get_patient_invitation', { token })))
  if (!answer.success) throw new AppError('invalid_answer', {}, { cause: answer.error })
  return answer.data
}

export const acceptInvitation = async (token: string, declarationVersion: string) =>
  unwrap(await supabase.rpc('accept_patient_invitation', { token, declaration_version: declarationVersion }))

interface NewAccount {
  token: string
  email: string
  password: string
  names: { first_name: string; last_name: string } | undefined
  language: Language
}

/** Creates the account and signs in. Creating it also claims the record. */
export async function openInvitedAccount({ token, email, password, names, language }: NewAccount) {
  const zone = browserZone()
  await askFunction(
    'accept-invitation',
    { token, password, language, ...names, ...(isStorableZone(zone) && { timezone: zone }) },
    z.object({ email: z.string() }),
  )
  await signIn({ email, password })
}

export const INVITATION_ERRORS: ErrorTexts = {
  invitation_not_open: 'relatives.invitationOver',
  invitation_for_another_address: 'invitation.anotherAddress',
  guardian_cannot_claim: 'invitation.guardianClaims',
  already_a_guardian: 'invitation.already',
  too_many_guardians: 'relatives.tooManyGuardians',
  too_many_patients: 'invitation.tooManyPeople',
  patient_is_minor: 'relatives.stillMinor',
  patient_is_adult: 'relatives.nowAdult',
  declaration_required: 'relatives.declarationMissing',
  account_exists_now: 'invitation.accountExists',
  account_not_confirmed: 'invitation.accountWaits',
  weak_password: 'account.passwordHint',
}
