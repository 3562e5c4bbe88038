// What patients read about the types of a doctor beside their names. Only doctors who have types are asked about.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'

const listTypeTexts = async (doctorId: string) =>
  unwrap(await supabase.from('appointment_types').select('id, descriptions, preparation').eq('doctor_id', doctorId).eq('active', true))

/** Undefined while they are not known, and if they cannot be loaded: booking goes on without them. */
export function useTypeTexts(doctorId: string, typeId: string | undefined) {
  const { data } = useQuery({ queryKey: keys.typeTexts(doctorId), queryFn: () => listTypeTexts(doctorId) })
  return data?.find(({ id }) => id === typeId)
}
