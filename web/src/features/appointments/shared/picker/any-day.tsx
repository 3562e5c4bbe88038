import { DateField } from '../../../../components/ui/date-field.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { todayIn } from '../../../../lib/time/zones.ts'

export interface AnyDayProps {
  /** The reader's time zone, in which the day is meant. */
  ownZone: string
  day: string | undefined
  onChoose: (day: string | undefined) => void
}

/** The date field that the specification requires, for any day from today. */
export function AnyDay({ ownZone, day, onChoose }: AnyDayProps) {
  const { t } = useI18n()
  const today = todayIn(ownZone, useNow())
  return (
    <DateField
      label={t('booking.date')}
      min={today}
      value={day ?? ''}
      required
      error={day && day < today ? t('booking.pastDate') : undefined}
      onChange={(event) => onChoose(event.target.value || undefined)}
    />
  )
}
