import { useEffect, useState } from 'react'

/** An address for bytes in memory, as long as they are shown. */
export function useObjectUrl(content: Blob | undefined) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return undefined
    const created = URL.createObjectURL(content)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [content])
  return address
}
