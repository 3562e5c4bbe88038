// The public list of doctors.
import { useCallback, useEffect, useState } from 'react'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import { fetchPublic } from '../../../lib/public-api.ts'
import type { WorkingWindow } from './working-hours.ts'

export type PublicDoctor = Pick<
  Database['public']['Tables']['doctors']['Row'],
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'specialization'
  | 'specialty_code'
  | 'languages'
  | 'bio'
  | 'bio_language'
  | 'photo_path'
  | 'work_hours'
  | 'timezone'
> & { working_hours: WorkingWindow[] }

const listPublicDoctors = async (signal: AbortSignal) => fetchPublic<PublicDoctor[]>('rpc/get_public_doctors', { signal })

type Answer = { doctors?: PublicDoctor[]; error?: unknown }

/** Without doctors and error it is loading. After a failure it retries when the browser is online again. */
export function usePublicDoctors() {
  const [answer, setAnswer] = useState<Answer>({})
  const [attempt, setAttempt] = useState(0)
  const hasFailed = answer.error !== undefined
  const retry = useCallback(() => {
    setAnswer({})
    setAttempt((before) => before + 1)
  }, [])
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks anew
  useEffect(() => {
    const leaving = new AbortController()
    listPublicDoctors(leaving.signal).then(
      (doctors) => setAnswer({ doctors }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAnswer({ error })
      },
    )
    return () => leaving.abort()
  }, [attempt])
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed, retry])
  return { ...answer, retry }
}
