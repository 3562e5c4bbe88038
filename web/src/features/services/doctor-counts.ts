import { useEffect, useState } from 'react'
import { usePageValue } from '../../lib/data/page-data.tsx'
import { fetchPublic } from '../../lib/data/public-api.ts'

/** The number of doctors by the code of their specialty. */
type DoctorCounts = Record<string, number>

interface CountedDoctor {
  specialty_code: string | null
}

/** The page may be rendered with the counts. Otherwise they are undefined until they are loaded. */
export function useDoctorCounts() {
  const given = usePageValue('doctorCounts') as DoctorCounts | undefined
  const [counts, setCounts] = useState(given)
  const isMissing = counts === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    const load = async () => {
      try {
        const doctors = await fetchPublic<CountedDoctor[]>('rpc/get_public_doctors?select=specialty_code', { signal: leaving.signal })
        if (!leaving.signal.aborted) setCounts(countByCode(doctors))
      } catch {
        // The specialties link to the list of doctors, which shows the error.
      }
    }
    void load()
    return () => leaving.abort()
  }, [isMissing])
  return counts
}

export function countByCode(doctors: CountedDoctor[]) {
  const counts: DoctorCounts = {}
  for (const { specialty_code: code } of doctors) if (code) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
