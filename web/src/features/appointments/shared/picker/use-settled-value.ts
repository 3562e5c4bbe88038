import { useEffect, useState } from 'react'

const SETTLE_MS = 150

/** Debounces a value, so that arrow keys do not send a request each. The first value is returned at once. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === settled) return undefined
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value, settled])
  return settled ?? value
}
