// The public list of doctors.
import { useCallback, useEffect, useState } from 'react'
import type { Database } from '../../../../../supabase/functions/_shared/database.types.ts'
import { usePageValue } from '../../../lib/data/page-data.tsx'
import { fetchPublic, RefusedRequest } from '../../../lib/data/public-api.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/languages.ts'
import type { WorkingWindow } from './working-hours.ts'

type Columns = Database['public']['Tables']['doctors']['Row']
type ShownColumns = Database['public']['Views']['doctors_public']['Row']

/** The columns of the view. Their types come from the table, because all columns of a view may be null. */
export type PublicDoctor = Pick<Columns, keyof Columns & keyof ShownColumns> & { working_hours: WorkingWindow[] }

export interface DoctorText {
  doctor_id: string
  bio: string
}

const DOCTORS_REQUEST = 'rpc/get_public_doctors'
const textsRequest = (language: Language) => `doctor_texts?select=doctor_id,bio&language=eq.${language}`

/** The doctors, each with the text in the reader's language if there is one, or else with the first text. */
async function listPublicDoctors(language: Language, signal: AbortSignal): Promise<PublicDoctor[]> {
  const [doctors, texts] = await Promise.all([
    fetchPublic<PublicDoctor[]>(DOCTORS_REQUEST, { signal }),
    // Without these texts the first texts are shown, which name their language.
    fetchPublic<DoctorText[]>(textsRequest(language), { signal }).catch((): DoctorText[] => []),
  ])
  return withTexts(doctors, texts, language)
}

export function withTexts(doctors: PublicDoctor[], texts: DoctorText[], language: Language) {
  const bios = new Map(texts.map(({ doctor_id, bio }) => [doctor_id, bio]))
  return doctors.map((doctor) => {
    const bio = doctor.bio_language === language ? undefined : bios.get(doctor.id)
    return bio ? { ...doctor, bio, bio_language: language } : doctor
  })
}

type Answer = { doctors?: PublicDoctor[]; error?: unknown }

/**
 * The list is loading as long as it has neither doctors nor an error. A page that was rendered with doctors fetches them only if some are
 * missing. After a failure it retries when the browser is online again.
 */
export function usePublicDoctors(language: Language) {
  const given = usePageValue('doctors') as PublicDoctor[] | undefined
  const areAllGiven = usePageValue('areAllDoctors') === true
  const [answer, setAnswer] = useState<Answer>({ ...(given && { doctors: given }) })
  const [givenIn] = useState(given && areAllGiven ? language : undefined)
  const [attempt, setAttempt] = useState(0)
  const hasFailed = answer.error !== undefined
  const retry = useCallback(() => {
    setAnswer({})
    setAttempt((before) => before + 1)
  }, [])
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt asks anew
  useEffect(() => {
    if (attempt === 0 && language === givenIn) return undefined
    const leaving = new AbortController()
    const load = async () => {
      try {
        const doctors = await listPublicDoctors(language, leaving.signal)
        if (!leaving.signal.aborted) setAnswer({ doctors })
      } catch (cause) {
        if (leaving.signal.aborted) return
        setAnswer({ error: new AppError(cause instanceof RefusedRequest ? 'failed' : 'unreachable', {}, { cause }) })
      }
    }
    void load()
    return () => leaving.abort()
  }, [attempt, language, givenIn])
  useEffect(() => {
    if (!hasFailed) return undefined
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [hasFailed, retry])
  return { ...answer, areGiven: given !== undefined, retry }
}
