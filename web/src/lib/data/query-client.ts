// The cache of everything that was fetched. Only the signed-in pages load it.
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
    // A mutation is never retried by itself: the form asks the person first.
    mutations: { retry: false, networkMode: 'always' },
  },
})

// The next person to sign in sees nothing of the person before.
onPersonChange(() => queryClient.clear())
