// Marks an appointment's file list as stale. It is separate from queries.ts, which loads later than the pages.
import { useQueryClient } from '@tanstack/react-query'

export const filesKey = (appointmentId: string) => ['files', appointmentId]

export function useRefreshFiles(appointmentId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: filesKey(appointmentId) })
}
