// Bytes of a file in memory, with an address for as long as they are shown.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** `load` gives the content and what is known about it. The bytes behind a path never change, and are forgotten when the preview closes. */
export function usePreview<Facts>(path: string, load: () => Promise<{ content: Blob; facts: Facts }>) {
  const { data, error } = useQuery({
    queryKey: ['file preview', path],
    queryFn: async ({ signal }) => {
      const { content, facts } = await load()
      // Nobody would revoke the address any more.
      signal.throwIfAborted()
      return { address: URL.createObjectURL(content), facts }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const address = data?.address
  useEffect(
    () => () => {
      if (address) URL.revokeObjectURL(address)
    },
    [address],
  )
  return { preview: data, error }
}
