// The types that staff may book for patients: all active types of the doctor.
import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'

async function listActiveTypes(doctorId: string) {
  return unwrap(
    await supabase
      .from('appointment_types')
      .select('id, names, minutes, fee_minor, currency')
      .eq('doctor_id', doctorId)
      .eq('active', true)
      .order('position')
      .order('created_at')
      .order('id'),
  )
}

export type ActiveType = Awaited<ReturnType<typeof listActiveTypes>>[number]

export const useActiveTypes = (doctorId: string | undefined) =>
  useQuery({ queryKey: ['types', doctorId, 'active'], queryFn: () => listActiveTypes(doctorId ?? ''), enabled: doctorId !== undefined })
