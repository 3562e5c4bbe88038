// The one store of what was fetched. Loaded with the signed-in pages only.
import { QueryClient } from '@tanstack/react-query'
import { AppError } from './errors.ts'
import { onPersonChange } from './session.ts'

const MOST_RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What the database refused it will refuse again; a lost connection may come back.
      retry: (failures, error) => failures < MOST_RETRIES && error instanceof AppError && ['unreachable', 'failed'].includes(error.reason),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    // A form asks the person; nothing is sent twice behind their back.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// What one person was shown is not there for the next.
onPersonChange(() => queryClient.clear())
