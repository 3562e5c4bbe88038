// The signed-in person's consent to keeping health data in the profile.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HEALTH_CONSENT_VERSION } from '../../../../supabase/functions/_shared/rules.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import type { Language } from '../../lib/languages.ts'
import { profileKey } from './queries.ts'

const KIND = 'health_data'

const consentKey = (userId: string) => ['consent', userId]

/** The latest consent, valid or withdrawn, or null. */
async function latestConsent(userId: string) {
  const rows = unwrap(
    await supabase
      .from('consents')
      .select('version, language, given_at, withdrawn_at')
      .eq('kind', KIND)
      // Guardians can also read the consents of the people they act for.
      .eq('user_id', userId)
      .order('given_at', { ascending: false })
      .limit(1),
  )
  return rows[0] ?? null
}

async function giveConsent(language: Language) {
  try {
    unwrap(await supabase.from('consents').insert({ kind: KIND, version: HEALTH_CONSENT_VERSION, language }))
  } catch (error) {
    // The consent was given in another tab meanwhile.
    if (!(error instanceof AppError) || error.constraint !== 'consents_one_is_live') throw error
  }
}

async function withdrawConsent(userId: string) {
  const change = { withdrawn_at: new Date().toISOString() }
  unwrap(await supabase.from('consents').update(change).eq('kind', KIND).eq('user_id', userId).is('withdrawn_at', null))
}

export const useConsent = (userId: string) => useQuery({ queryKey: consentKey(userId), queryFn: () => latestConsent(userId) })

export function useGiveConsent(userId: string) {
  const client = useQueryClient()
  return useMutation({ mutationFn: giveConsent, onSettled: () => client.invalidateQueries({ queryKey: consentKey(userId) }) })
}

/** The database also deletes the health data of the profile. */
export function useWithdrawConsent(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => withdrawConsent(userId),
    onSettled: async () => {
      await Promise.all([consentKey(userId), profileKey(userId)].map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}
