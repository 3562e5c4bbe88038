// Which doctors have opened the reader's health data, and when.
import { useQuery } from '@tanstack/react-query'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PhoneSection } from '../../components/ui/phone-section.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useDoctorExtras } from '../../domain/doctor-extras.ts'
import type { PersonBookedFor } from '../../domain/people.ts'
import { titledName } from '../../domain/titled-name.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { unwrap } from '../../lib/errors.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { formatMoment } from '../../lib/time/dates.ts'

const listOpenings = async () => unwrap(await supabase.rpc('list_card_openings'))

interface CardOpeningsProps {
  userId: string
  ownZone: string
  /** People whose cards are listed along with the reader's own. */
  people: PersonBookedFor[]
}

export function CardOpenings({ userId, ownZone, people }: CardOpeningsProps) {
  const { t, language } = useI18n()
  const { data, error, refetch } = useQuery({ queryKey: ['card-openings', userId], queryFn: listOpenings })
  const doctors = useDoctorExtras(Boolean(data?.length))
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? ''
  return (
    <PhoneSection id="card-openings" title={t('openings.title')}>
      <p className="text-sm text-muted">{t('openings.text')}</p>
      {error && !data && <LoadFailed title={t('openings.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-6 w-2/3" />}
      {data?.length === 0 && <p>{t('openings.none')}</p>}
      {data && data.length > 0 && (
        <ul className="grid max-h-64 gap-2 overflow-auto text-sm">
          {data.map(({ at, doctor_id, first_name, last_name, patient_id }) => (
            <li key={`${at} ${patient_id}`} className="flex flex-wrap justify-between gap-x-4">
              <span>
                <bdi>{titledName({ first_name, last_name, title: doctors.get(doctor_id)?.title }, t)}</bdi>
                {patient_id !== userId && <span className="text-muted">{` · ${nameOf(patient_id)}`}</span>}
              </span>
              <time dateTime={at} className="text-muted">
                {formatMoment(at, ownZone, language)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </PhoneSection>
  )
}
