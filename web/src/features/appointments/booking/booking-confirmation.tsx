// Replaces the form once the appointment is booked: who, when, and what happens next.
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { TwoClocks } from '../../../components/two-clocks.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { CalendarButton } from '../mine/calendar-button.tsx'
import type { MyAppointment } from '../queries.ts'
import { useMyAppointments } from '../use-appointments.ts'
import type { BookedAppointment } from './booking-state.ts'

interface BookingConfirmationProps {
  booked: BookedAppointment
  userId: string
  ownZone: string
  onBookAnother: () => void
  onShowMine: () => void
  /** More buttons, such as files once it is confirmed. */
  renderActions: (appointment: MyAppointment) => ReactNode
}

export function BookingConfirmation({ booked, userId, ownZone, onBookAnother, onShowMine, renderActions }: BookingConfirmationProps) {
  const { t } = useI18n()
  const { doctor, slot } = booked
  // As it is in the database now: the doctor may confirm it while this is open.
  const appointment = useMyAppointments(userId).data?.find(({ id }) => id === booked.id)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('article')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <article className="grid scroll-mt-24 gap-6">
      <div className="flex gap-3">
        <CircleCheck aria-hidden="true" className="mt-1 size-7 shrink-0 text-good" />
        <div className="grid gap-1">
          <h3 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold outline-none">
            {t('booking.doneTitle')}
          </h3>
          <p>{t('booking.done')}</p>
        </div>
      </div>
      <div className="grid gap-3 rounded-box border border-line bg-tint p-4">
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div>
            <p className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</p>
            <p className="text-sm text-muted">{specialtyName(doctor.specialization, t)}</p>
          </div>
          <StatusBadge status={appointment?.status ?? 'pending'} />
        </div>
        <TwoClocks appointment={{ starts_at: slot.starts_at, timezone: doctor.timezone }} reader={{ is: 'patient', zone: ownZone }} />
      </div>
      <div className="grid gap-2">
        <p className="font-medium">{t('booking.nextTitle')}</p>
        <ol className="grid list-decimal gap-1 ps-5 text-muted">
          <li>{t('booking.nextConfirm')}</li>
          <li>{t('booking.nextFiles')}</li>
          <li>{t('booking.nextCall')}</li>
        </ol>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:w-full">
        {appointment && <CalendarButton appointment={appointment} ownZone={ownZone} />}
        {appointment && renderActions(appointment)}
        <Button look="secondary" onClick={onBookAnother}>
          {t('booking.another')}
        </Button>
        <Button look="quiet" onClick={onShowMine}>
          {t('appointments.mine')}
        </Button>
      </div>
    </article>
  )
}
