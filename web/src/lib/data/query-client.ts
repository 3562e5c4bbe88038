// The cache of all fetched data. Only signed-in pages load it.
import { QueryClient } from '@tanstack/react-query'
import { isTemporary } from '../errors.ts'
import { onPersonChange } from '../session/session-state.ts'

const MAX_RETRIES = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
    // Mutations are never retried automatically: the form asks the person first.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// The next person who signs in must not see the data of the previous one.
onPersonChange(() => queryClient.clear())
