import { useEffect, useState } from 'react'
import { fetchPublic } from '../../lib/data/public-api.ts'

/** The number of doctors of each specialty, by its code. Undefined until it is loaded. */
export function useDoctorCounts() {
  const [counts, setCounts] = useState<Map<string, number>>()
  useEffect(() => {
    const leaving = new AbortController()
    const load = async () => {
      try {
        const doctors = await fetchPublic<{ specialty_code: string | null }[]>('rpc/get_public_doctors?select=specialty_code', {
          signal: leaving.signal,
        })
        if (!leaving.signal.aborted) setCounts(countByCode(doctors))
      } catch {
        // The tiles link to the list of doctors, which shows the error.
      }
    }
    void load()
    return () => leaving.abort()
  }, [])
  return counts
}

function countByCode(doctors: { specialty_code: string | null }[]) {
  const counts = new Map<string, number>()
  for (const { specialty_code: code } of doctors) if (code) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}
