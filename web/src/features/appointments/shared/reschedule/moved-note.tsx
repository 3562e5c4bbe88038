// Says that an appointment was moved: the old time, who moved it, and their message.
import type { Database } from '../../../../../../supabase/functions/_shared/database.types.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { clocksInWords, clocksOf, type Reader } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'

const WHO: Record<Reader['is'], Partial<Record<string, TextKey>>> = {
  patient: { patient: 'move.byYou', doctor: 'move.byDoctor', admin: 'move.byTeam' },
  staff: { patient: 'move.byPatient', doctor: 'move.byDoctor', admin: 'move.byTeam' },
}

interface MovedNoteProps {
  appointment: Pick<
    Database['public']['Tables']['appointments']['Row'],
    'status' | 'timezone' | 'previous_starts_at' | 'rescheduled_by' | 'reschedule_message'
  >
  reader: Reader
}

export function MovedNote({ appointment, reader }: MovedNoteProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { previous_starts_at, reschedule_message: message, status, timezone } = appointment
  const who = WHO[reader.is][appointment.rescheduled_by ?? '']
  if (!previous_starts_at || !who || status === 'cancelled') return null
  const clocks = clocksOf({ starts_at: previous_starts_at, timezone }, reader, i18n)
  return (
    <p className="text-sm text-muted">
      {t(who, { day: formatDay(clocks.day, language), time: clocksInWords(clocks, reader, i18n) })}
      {message && (
        <>
          {' '}
          {t('move.message')} <bdi className="whitespace-pre-line text-ink wrap-anywhere">{message}</bdi>
        </>
      )}
    </p>
  )
}
