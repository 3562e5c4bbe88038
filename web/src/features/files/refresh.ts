// Marks the list of an appointment's files as stale. Apart from the queries, which load later than the pages.
import { useQueryClient } from '@tanstack/react-query'

export const filesKey = (appointmentId: string) => ['files', appointmentId]

export function useRefreshFiles(appointmentId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: filesKey(appointmentId) })
}
