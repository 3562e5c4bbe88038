// Changes that an admin makes to doctors.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { MANAGED_DOCTORS, type ManagedDoctor, useReloadDoctors } from '../queries.ts'
import type { NewDoctorInput } from './doctor-input.ts'

/** Adds record and contact in one transaction. Sending the same id again overwrites the doctor instead of adding a second one. */
export async function addDoctor(id: string, { phone, email, specialization, bio, ...fields }: NewDoctorInput) {
  const doctor = { id, ...fields, bio: bio || null, ...(specialization && { specialization }) }
  unwrap(await supabase.rpc('add_doctor', { doctor, contact: { phone, email } }))
}

/** Throws PGRST116 when the doctor no longer exists. */
async function setAvailable(id: string, available: boolean) {
  return unwrap(await supabase.from('doctors').update({ available }).eq('id', id).select('id').single())
}

const SET_AVAILABLE = ['set-available']

/** Optimistic: shows the new state at once and reverts it when the database refuses. */
export function useSetAvailable(id: string) {
  const client = useQueryClient()
  const reload = useReloadDoctors()
  const show = (available: boolean) =>
    client.setQueryData<ManagedDoctor[]>(MANAGED_DOCTORS, (doctors) =>
      doctors?.map((doctor) => (doctor.id === id ? { ...doctor, available } : doctor)),
    )
  return useMutation({
    mutationKey: SET_AVAILABLE,
    mutationFn: (available: boolean) => setAvailable(id, available),
    onMutate: async (available) => {
      // A pending response would show the old state again.
      await client.cancelQueries({ queryKey: MANAGED_DOCTORS })
      show(available)
    },
    onError: (_, available) => void show(!available),
    // Does not reload while another switch is being saved, because the response would revert it on the screen.
    onSettled: () => {
      if (client.isMutating({ mutationKey: SET_AVAILABLE }) === 1) void reload()
    },
  })
}
