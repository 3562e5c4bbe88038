// The text that a doctor wrote about themselves, for the booking form.
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { Bio } from './bio.tsx'
import type { Doctor } from './queries.ts'

async function getText(doctorId: string, language: string) {
  const [text] = unwrap(await supabase.from('doctor_texts').select('bio').eq('doctor_id', doctorId).eq('language', language))
  return text?.bio ?? null
}

/** Shows the text in the reader's language if there is one, or else the first text, which names its language. */
export default function About({ doctor }: { doctor: Pick<Doctor, 'id' | 'bio' | 'bio_language'> }) {
  const { language } = useI18n()
  const { data, isLoading } = useQuery({
    queryKey: ['doctors', 'text', doctor.id, language],
    queryFn: () => getText(doctor.id, language),
    enabled: doctor.bio_language !== language,
  })
  if (isLoading) return <Skeleton className="h-18" />
  return data ? <Bio text={data} writtenIn={language} /> : <Bio text={doctor.bio ?? ''} writtenIn={doctor.bio_language} />
}
