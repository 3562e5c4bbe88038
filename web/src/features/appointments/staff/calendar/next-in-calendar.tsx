// A link to the next appointment when the shown days have none.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { addDays, instantOf } from '../../../../lib/time/zones.ts'
import { keys } from '../../shared/keys.ts'
import { clockOf, placeOf } from './days.ts'

export interface NextInCalendarProps {
  /** Undefined for all doctors. */
  doctorIds: string[] | undefined
  /** The last of the shown days. */
  day: string
  zone: string
  onShow: (day: string) => void
}

export function NextInCalendar({ doctorIds, day, zone, onShow }: NextInCalendarProps) {
  const { t, language } = useI18n()
  const { data: next } = useQuery({
    queryKey: keys.nextStart(doctorIds, day, zone),
    queryFn: () => getNextStart(doctorIds, instantOf(addDays(day, 1), '00:00', zone)),
  })
  if (!next) return null
  const { day: on, minute } = placeOf(next, zone)
  return (
    <button
      type="button"
      onClick={() => onShow(on)}
      className="-mx-2 -my-2 inline-flex min-h-11 items-center gap-1.5 rounded-box px-2 font-medium text-action hover:bg-tint"
    >
      {t('calendar.next', { day: formatDay(on, language, 'short'), time: clockOf(minute) })}
      <ArrowRight aria-hidden="true" className="mirrored size-4 shrink-0" />
    </button>
  )
}

async function getNextStart(doctorIds: string[] | undefined, from: string) {
  const waiting = supabase.from('appointments').select('starts_at').in('status', ['pending', 'confirmed']).gte('starts_at', from)
  const ofDoctors = doctorIds ? waiting.in('doctor_id', doctorIds) : waiting
  const [first] = unwrap(await ofDoctors.order('starts_at').limit(1))
  return first?.starts_at ?? null
}
