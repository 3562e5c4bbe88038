// Invitations about the people whom the user books for, and leaving these people.
import { useMutation } from '@tanstack/react-query'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { type Owner, type Relative, useRefreshRelatives } from './queries.ts'

export type InvitationKind = 'claim' | 'guardian'

export interface OpenInvitation {
  id: string
  kind: InvitationKind
  email: string
  expires_at: string
}

export const invitationsOf = ({ invited }: Relative) => (Array.isArray(invited) ? (invited as unknown as OpenInvitation[]) : [])

export interface Guardian {
  first_name: string | null
  last_name: string | null
  is_me: boolean
}

/** Empty for a patient who has come of age. */
export const guardiansOf = ({ guardians }: Relative) => (Array.isArray(guardians) ? (guardians as unknown as Guardian[]) : [])

export const isOnlyGuardian = (relative: Relative) => relative.is_live && guardiansOf(relative).length === 1

function useChange<Input>(owner: Owner, change: (input: Input) => Promise<unknown>) {
  const refresh = useRefreshRelatives(owner)
  return useMutation({ mutationFn: change, onSuccess: refresh })
}

/** Replaces an open invitation of the same kind. */
export const useInviteToPatient = (owner: Owner, patientId: string, kind: InvitationKind) =>
  useChange(owner, async (email: string) =>
    unwrap(await supabase.rpc(kind === 'claim' ? 'invite_patient_to_claim' : 'invite_guardian', { patient_id: patientId, email })),
  )

export const useRevoke = (owner: Owner) =>
  useChange(owner, async (id: string) => unwrap(await supabase.rpc('revoke_patient_invitation', { invitation_id: id })))

export const useLeave = (owner: Owner) =>
  useChange(owner, async (patientId: string) => unwrap(await supabase.rpc('leave_guardianship', { patient_id: patientId })))
