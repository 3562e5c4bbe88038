// Loads a file into memory and gives it an object URL while its preview is open.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** `load` returns the content and its facts. The bytes of a path never change, and they are released when the preview closes. */
export function usePreview<Facts>(path: string, load: () => Promise<{ content: Blob; facts: Facts }>) {
  const { data, error } = useQuery({
    queryKey: ['file preview', path],
    queryFn: async ({ signal }) => {
      const { content, facts } = await load()
      // After an abort, nothing would revoke the URL.
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
