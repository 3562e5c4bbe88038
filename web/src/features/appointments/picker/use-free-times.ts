// The chosen doctor's free days and times, kept as they are in the database while somebody looks at them.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LiveState, useLive } from '../../../lib/live.ts'
import { todayIn } from '../../../lib/zones.ts'
import { type Doctor, getFreeDays, getFreeTimes, listDoctors } from '../booking/queries.ts'

/** Asked for before they are shown, while the page still waits for other things. */
export const useDoctors = () => useQuery({ queryKey: ['doctors'], queryFn: listDoctors })

export const freeDaysOf = ({ id, timezone }: Doctor) =>
  queryOptions({ queryKey: ['free', id, 'days', todayIn(timezone)], queryFn: () => getFreeDays(id, todayIn(timezone)) })

export const useFreeTimes = (doctorId: string, day: string | undefined) =>
  useQuery({ queryKey: ['free', doctorId, 'times', day], queryFn: () => getFreeTimes(doctorId, day ?? ''), enabled: Boolean(day) })

export const refreshFreeTimes = (client: QueryClient, doctorId: string) => client.invalidateQueries({ queryKey: ['free', doctorId] })

/** The database says, without any data, that something changed for this doctor. */
export function useLiveFreeTimes(doctorId: string): LiveState {
  const client = useQueryClient()
  return useLive({ topic: `doctor:${doctorId}:slots`, isPrivate: true, events: ['slots_changed'] }, () => {
    void refreshFreeTimes(client, doctorId)
  })
}
