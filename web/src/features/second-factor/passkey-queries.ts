// Passkeys of the signed-in person.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { loadAuth } from '../../lib/data/supabase.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import { unwrapFactor } from '../../lib/session/second-factor.ts'
import { supportsWebAuthn } from '../../lib/session/webauthn-support.ts'

const loadPasskeys = async () => (await loadAuth()).passkey
const keyOf = (userId: string) => ['passkeys', userId]

export interface Passkey {
  id: string
  friendly_name?: string
  created_at: string
  last_used_at?: string
}

/** Null if the backend does not support passkeys. */
export const usePasskeys = (userId: string) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: async (): Promise<Passkey[] | null> => {
      const answer = await (await loadPasskeys()).list()
      return answer.error?.status === 404 ? null : unwrapFactor(answer)
    },
    enabled: supportsWebAuthn(),
  })

export function useAddPasskey(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (friendlyName: string) => {
      const passkey = await loadPasskeys()
      const [{ createPasskey }, { challenge_id: challengeId, options }] = await Promise.all([
        import('../../lib/session/webauthn.ts'),
        reauthenticated(async () => unwrapFactor(await passkey.startRegistration())),
      ])
      const credential = await createPasskey(options)
      const { id } = unwrapFactor(await passkey.verifyRegistration({ challengeId, credential }))
      // The passkey exists already. Without its own name it has a general one.
      await passkey.update({ passkeyId: id, friendlyName })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(userId) }),
  })
}

export function useRemovePasskey(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (passkeyId: string) => {
      await reauthenticated(async () => {
        const { error } = await (await loadPasskeys()).delete({ passkeyId })
        if (error) unwrapFactor({ data: null, error })
      })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(userId) }),
  })
}
