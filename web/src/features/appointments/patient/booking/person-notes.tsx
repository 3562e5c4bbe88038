// What somebody who books for others is told before they book: the right has ended, or two appointments are at the same time. Load this
// module lazily.

import { Banner } from '../../../../components/ui/banner.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { SOMEBODY } from '../../../../domain/booking-draft.ts'
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

/** They came of age, took over their record, or somebody else acts for them now. What was typed stays. */
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

/** Two children may see two doctors at the same time. Of the same patient's own the database says so. */
function Overlap({ booking, doctor, ownZone }: PersonNotesProps) {
  const { t } = useI18n()
  const { bookable, person, people, userId } = booking
  const { data } = useMyAppointments(userId ?? '', people)
  const other = bookable && overlapping(data ?? [], bookable, doctor.session_duration, person)
  if (!other) return null
  const values = {
    doctor: t('doctor.name', { first: other.doctor.first_name, last: other.doctor.last_name }),
    time: `\u2066${clockIn(other.starts_at, ownZone)}\u2069`,
  }
  return (
    <Banner>{other.person ? t('relatives.overlap', { ...values, name: other.person.name }) : t('relatives.overlapOwn', values)}</Banner>
  )
}
