// Factors, recovery codes and sessions of the signed-in person.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { company } from '../../../../supabase/functions/_shared/company.ts'
import { loadAuth, supabase } from '../../lib/data/supabase.ts'
import { AppError, unwrap } from '../../lib/errors.ts'
import { reauthenticated } from '../../lib/session/reauthentication.ts'
import { unwrapFactor } from '../../lib/session/second-factor.ts'

const loadMfa = async () => (await loadAuth()).mfa
const KEY = 'second-factor'

async function getFactors() {
  const { totp, webauthn, all } = unwrapFactor(await (await loadMfa()).listFactors())
  return { factors: [...totp, ...webauthn], all }
}

/** Undefined if there are no codes, or if the backend does not support them. */
async function getCodes() {
  const { data } = await (await loadMfa()).recoveryCodes.getStatus()
  return data && 'remaining' in data ? data : null
}

export const useFactors = (userId: string) =>
  useQuery({
    queryKey: [KEY, userId, 'factors'],
    queryFn: async () => {
      const { factors } = await getFactors()
      return { factors, codes: factors.length ? await getCodes() : null }
    },
  })

export interface Enrolment {
  id: string
  secret: string
  picture: string
}

/** The name, with a number if another factor already has it. */
export function freeName(name: string, factors: { friendly_name?: string | undefined }[]) {
  const taken = new Set(factors.map(({ friendly_name }) => friendly_name))
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`
  return free
}

/** Begins an enrolment. Removes an earlier unfinished one, because its name would be taken. */
export async function beginEnrolment(name: string): Promise<Enrolment> {
  const { all } = await getFactors()
  const abandoned = all.filter(({ status, factor_type }) => status === 'unverified' && factor_type === 'totp')
  for (const { id } of abandoned) unwrapFactor(await (await loadMfa()).unenroll({ factorId: id }))
  const friendlyName = freeName(name, all)
  const { id, totp } = await reauthenticated(async () =>
    unwrapFactor(await (await loadMfa()).enroll({ factorType: 'totp', friendlyName, issuer: company.brand })),
  )
  return { id, secret: totp.secret, picture: totp.qr_code }
}

/** Creates new recovery codes. Returns null if the backend does not support them. */
export const createCodes = () => reauthenticated(requestCodes)

async function requestCodes(): Promise<string[] | null> {
  const mfa = await loadMfa()
  const first = await mfa.recoveryCodes.generate()
  const { data, error } = first.error?.code === 'mfa_verified_factor_exists' ? await mfa.recoveryCodes.regenerate() : first
  if (data && !error) return data.codes
  if (error?.code === 'mfa_recovery_codes_enroll_not_enabled' || error?.status === 404) return null
  throw new AppError(error?.code ?? 'failed', {}, { cause: error })
}

export function useRemoveFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (factorId: string) => {
      await reauthenticated(async () => unwrapFactor(await (await loadMfa()).unenroll({ factorId })))
      // The session has dropped to the level without a factor. The new token contains this.
      await (await loadAuth()).refreshSession()
    },
    onSuccess: () => client.invalidateQueries(),
  })
}

export const useSessions = (userId: string) =>
  useQuery({ queryKey: [KEY, userId, 'sessions'], queryFn: async () => unwrap(await supabase.rpc('list_my_sessions')) })

export function useEndSession(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (session_id: string) => unwrap(await supabase.rpc('end_my_session', { session_id })),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY, userId, 'sessions'] }),
  })
}

export const staffState = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId, 'staff'],
    queryFn: async () => unwrap(await supabase.rpc('my_second_factor'))[0] ?? null,
    staleTime: 60_000,
  })

export const useStaffState = (userId: string) => useQuery(staffState(userId))
