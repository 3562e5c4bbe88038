// The texts that patients read about a doctor's types, besides their names. Fetched only for doctors with types.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { keys } from '../../shared/keys.ts'

const listTypeTexts = async (doctorId: string) =>
  unwrap(await supabase.from('appointment_types').select('id, descriptions, preparation').eq('doctor_id', doctorId).eq('active', true))

/** Undefined while loading or after a failure, because booking works without these texts. */
export function useTypeTexts(doctorId: string, typeId: string | undefined) {
  const { data } = useQuery({ queryKey: keys.typeTexts(doctorId), queryFn: () => listTypeTexts(doctorId) })
  return data?.find(({ id }) => id === typeId)
}
