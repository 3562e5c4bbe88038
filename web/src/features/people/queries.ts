// Reads and changes accounts for admins. The database checks the rules and writes the audit log.
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { askFunction } from '../../lib/data/functions.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import type { InviteInput } from './invite-input.ts'

export const FILTERS = ['all', 'admin', 'doctor', 'patient', 'without_factor', 'banned'] as const
export type Filter = (typeof FILTERS)[number]

const PAGE_SIZE = 50
const PEOPLE = ['people']
const ACCOUNTS = [...PEOPLE, 'accounts']
const INVITATIONS = [...PEOPLE, 'invitations']

type StaffRole = 'admin' | 'doctor'

/** The generated types cannot tell which result columns of a function can be null. */
type Row = Awaited<ReturnType<typeof listPeople>>[number]
type Nullable = 'first_name' | 'last_name' | 'doctor_id' | 'second_factor_due' | 'last_sign_in_at' | 'banned_until'
export type Person = Omit<Row, Nullable> & { [Each in Nullable]: string | null }
export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

interface Place {
  sort_name: string
  user_id: string
}

async function listPeople(search: string, show: Filter, after: Place | undefined) {
  const page = { search, show, max_rows: PAGE_SIZE }
  return unwrap(await supabase.rpc('list_people', after ? { ...page, after_name: after.sort_name, after_user_id: after.user_id } : page))
}

export const usePeople = (search: string, show: Filter) =>
  useInfiniteQuery<Row[], Error, InfiniteData<Person[]>, string[], Place | undefined>({
    queryKey: [...ACCOUNTS, search, show],
    queryFn: ({ pageParam }) => listPeople(search, show, pageParam),
    initialPageParam: undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)),
    placeholderData: (before) => before,
  })

const MAX_OPEN_INVITATIONS = 200

async function listInvitations() {
  return unwrap(
    await supabase
      .from('invitations')
      .select('id, email, role, full_name, language, expires_at')
      .is('accepted_at', null)
      .is('revoked_at', null)
      .order('created_at', { ascending: false })
      .limit(MAX_OPEN_INVITATIONS),
  )
}

export const useInvitations = () => useQuery({ queryKey: INVITATIONS, queryFn: listInvitations })

async function listFreeRecords() {
  return unwrap(
    await supabase.from('doctors').select('id, first_name, last_name, title').is('user_id', null).order('first_name').limit(500),
  )
}

export const useFreeRecords = (isWanted: boolean) =>
  useQuery({ queryKey: [...PEOPLE, 'free-records'], queryFn: listFreeRecords, enabled: isWanted })

/** Runs a change, then reloads everything on the screen. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: PEOPLE }) })
}

const Invited = z.object({ state: z.enum(['invited', 'granted', 'exists']) })

/** Raises the names that `supabase/functions/invite-person` passes on from the database. */
export const useInvitePerson = () =>
  useChange(({ email, role, language, full_name, doctor_id, timezone }: InviteInput) =>
    askFunction(
      'invite-person',
      {
        email,
        role,
        language,
        ...(full_name && { full_name }),
        ...(role === 'doctor' && (doctor_id ? { doctor_id } : { timezone })),
      },
      Invited,
    ),
  )

export const useRenewInvitation = () => useChange((id: string) => askFunction('invite-person', { invitation_id: id }, Invited))

export const useRevokeInvitation = () =>
  useChange(async (id: string) => unwrap(await supabase.rpc('revoke_invitation', { invitation_id: id })))

export type PersonAction = 'grantAdmin' | 'revokeAdmin' | 'grantDoctor' | 'revokeDoctor' | 'resetFactor' | 'ban' | 'unban'

/** The fields of a new doctor's record. */
interface NewRecord {
  timezone: string
}

const ACTIONS: Record<PersonAction, (person: Person, newRecord: NewRecord) => Promise<unknown>> = {
  grantAdmin: ({ user_id }) => grant(user_id, 'admin'),
  revokeAdmin: ({ user_id }) => revoke(user_id, 'admin'),
  // Role and record belong together, so a doctor without a record gets one in their name.
  grantDoctor: async ({ user_id, doctor_id }, { timezone }) =>
    doctor_id ? grant(user_id, 'doctor') : unwrap(await supabase.rpc('assign_doctor', { user_id, new_doctor: { timezone } })),
  revokeDoctor: ({ user_id }) => revoke(user_id, 'doctor'),
  resetFactor: async ({ user_id }) => unwrap(await supabase.rpc('reset_second_factor', { user_id })),
  ban: async ({ user_id }) => unwrap(await supabase.rpc('set_ban', { user_id, banned: true })),
  unban: async ({ user_id }) => unwrap(await supabase.rpc('set_ban', { user_id, banned: false })),
}

async function grant(userId: string, role: StaffRole) {
  unwrap(await supabase.from('user_roles').insert({ user_id: userId, role }))
}

async function revoke(userId: string, role: StaffRole) {
  unwrap(await supabase.from('user_roles').delete().eq('user_id', userId).eq('role', role))
}

export const usePersonAction = (action: PersonAction, newRecord: NewRecord) =>
  useChange((person: Person) => ACTIONS[action](person, newRecord))
