// Warnings for users who book for others: their right has ended, or two appointments overlap. Load this module lazily.

import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { SOMEBODY } from '../../../../domain/booking-draft.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { clockIn } from '../../../../lib/time/zones.ts'
import { useMyAppointments } from '../own-queries.ts'
import type { Doctor } from './doctors.ts'
import { overlapping } from './overlapping.ts'
import type { Booking } from './use-booking.ts'

interface PersonNotesProps {
  booking: Booking
  doctor: Doctor
  ownZone: string
}

export default function PersonNotes({ booking, doctor, ownZone }: PersonNotesProps) {
  useTexts('relatives')
  if (booking.needsPerson) return booking.forWhom === SOMEBODY ? null : <PersonLost booking={booking} />
  return <Overlap {...{ booking, doctor, ownZone }} />
}

/** Shown if the person came of age, claimed their record, or has another guardian now. The form keeps its input. */
function PersonLost({ booking }: { booking: Booking }) {
  const { t } = useI18n()
  return (
    <Banner tone="warning" role="alert">
      <p>{t('booking.personLost')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="secondary" onClick={() => booking.choosePerson(undefined)}>
          {t('booking.forMe')}
        </Button>
        {booking.people.length > 0 && (
          <Button look="quiet" onClick={() => document.querySelector<HTMLElement>('select[name=for-whom]')?.focus()}>
            {t('booking.forOther')}
          </Button>
        )}
      </div>
    </Banner>
  )
}

/** Only a notice, because two children may see two doctors at the same time. The database refuses overlaps of the same patient. */
function Overlap({ booking, doctor, ownZone }: PersonNotesProps) {
  const { t } = useI18n()
  const { bookable, person, people, userId } = booking
  const { data } = useMyAppointments(userId ?? '', people)
  const other = bookable && overlapping(data ?? [], bookable, doctor.session_duration, person)
  if (!other) return null
  const values = {
    doctor: titledName(other.doctor, t),
    time: `\u2066${clockIn(other.starts_at, ownZone)}\u2069`,
  }
  return (
    <Banner>{other.person ? t('relatives.overlap', { ...values, name: other.person.name }) : t('relatives.overlapOwn', values)}</Banner>
  )
}
