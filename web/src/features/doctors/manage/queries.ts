// Doctors as an admin sees them: all of them, with their contacts and whose account is theirs.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { unwrap } from '../../../lib/errors.ts'
import { supabase } from '../../../lib/supabase.ts'
import type { NewDoctorInput } from './doctor-input.ts'

export type ManagedDoctor = Awaited<ReturnType<typeof listAllDoctors>>[number]

export async function listAllDoctors() {
  const doctors = unwrap(
    await supabase
      .from('doctors')
      .select('id, user_id, first_name, last_name, specialization, bio, available, contacts:doctor_contacts (email, phone)')
      .order('created_at', { ascending: false })
      .order('id'),
  )
  // One each: the answer has it by itself, the generated types as a list.
  return doctors.map(({ contacts, ...doctor }) => ({ ...doctor, contact: [contacts].flat()[0] ?? undefined }))
}

/**
 * Two tables without a transaction around them: when a step fails, what was written goes again. Where that fails too, as without a
 * connection, sending the same id again writes over it, so that nobody is there twice.
 */
export async function addDoctor(id: string, { phone, email, specialization, bio, ...names }: NewDoctorInput) {
  try {
    const record = { id, ...names, bio: bio || null, ...(specialization && { specialization }) }
    unwrap(await supabase.from('doctors').upsert(record))
    if (phone || email) unwrap(await supabase.from('doctor_contacts').upsert({ doctor_id: id, phone: phone || null, email: email || null }))
  } catch (error) {
    await supabase.from('doctors').delete().eq('id', id)
    throw error
  }
}

/** A doctor who is not there any more changes nothing: PGRST116. */
export async function setAvailable(id: string, available: boolean) {
  return unwrap(await supabase.from('doctors').update({ available }).eq('id', id).select('id').single())
}

// Under the key of every list of doctors: what changes here has changed there.
const DOCTORS = ['doctors']
const ALL_DOCTORS = [...DOCTORS, 'all']
const TURNING = ['set-available']

export const useAllDoctors = () => useQuery({ queryKey: ALL_DOCTORS, queryFn: listAllDoctors })

export function useReloadDoctors() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: DOCTORS })
}

/** Shown at once; taken back when the database refuses. */
export function useSetAvailable(id: string) {
  const client = useQueryClient()
  const reload = useReloadDoctors()
  const show = (available: boolean) =>
    client.setQueryData<ManagedDoctor[]>(ALL_DOCTORS, (doctors) =>
      doctors?.map((doctor) => (doctor.id === id ? { ...doctor, available } : doctor)),
    )
  return useMutation({
    mutationKey: TURNING,
    mutationFn: (available: boolean) => setAvailable(id, available),
    onMutate: async (available) => {
      // An answer under way would show the old state again.
      await client.cancelQueries({ queryKey: ALL_DOCTORS })
      show(available)
    },
    onError: (_, available) => void show(!available),
    // Not while another one is being turned, which the answer would turn back.
    onSettled: () => {
      if (client.isMutating({ mutationKey: TURNING }) === 1) void reload()
    },
  })
}
