import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../../lib/data/supabase.ts'
import { unwrap } from '../../../lib/errors.ts'
import { addDays } from '../../../lib/time/zones.ts'
import type { ExtraHoursValues } from './extra-hours-input.ts'
import { scheduleKey } from './queries.ts'

const MAX_ROWS = 400

/** Lists the hours from yesterday on, because yesterday is still today in some zones. */
async function listExtraHours(doctorId: string, today: string) {
  return unwrap(
    await supabase
      .from('doctor_extra_hours')
      .select('id, on_date, start_time, end_time')
      .eq('doctor_id', doctorId)
      .gte('on_date', addDays(today, -1))
      .order('on_date')
      .order('start_time')
      .limit(MAX_ROWS),
  )
}

export type ExtraWindow = Awaited<ReturnType<typeof listExtraHours>>[number]

export const useExtraHours = (doctorId: string, today: string) =>
  useQuery({ queryKey: [...scheduleKey(doctorId), 'extra', today], queryFn: () => listExtraHours(doctorId, today) })

function useScheduleChange<Input>(change: (input: Input) => Promise<void>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => void client.invalidateQueries({ queryKey: ['schedule'] }) })
}

export const useAddExtraHours = (doctorId: string) =>
  useScheduleChange(async (values: ExtraHoursValues) => {
    unwrap(await supabase.from('doctor_extra_hours').insert({ doctor_id: doctorId, ...values }))
  })

/** Succeeds if the window no longer exists. */
export const useRemoveExtraHours = () =>
  useScheduleChange(async (id: string) => {
    unwrap(await supabase.from('doctor_extra_hours').delete().eq('id', id))
  })
