// Replaces the form after booking: shows doctor, patient and time, and what happens next.
import { Check } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { OpeningLeaves } from '../../../../components/door-leaves.tsx'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { StatusBadge } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { TwoClocks } from '../../../../domain/two-clocks.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { type CalendarAppointment, CalendarButton } from '../mine/calendar-button.tsx'
import { type MyAppointment, useMyAppointments } from '../own-queries.ts'
import type { BookedAppointment } from './booking-state.ts'

/** Loaded only for doctors with types. */
const BookedType = lazyPart(() => import('./booked-type.tsx'))

interface BookingConfirmationProps {
  booked: BookedAppointment
  userId: string
  people: PersonBookedFor[]
  ownZone: string
  onBookAnother: () => void
  onShowMine: () => void
  /** Renders more buttons, such as files once the appointment is confirmed. */
  renderActions: (appointment: MyAppointment) => ReactNode
  renderQuestions: (appointment: MyAppointment) => ReactNode
}

export default function BookingConfirmation({
  booked,
  userId,
  people,
  ownZone,
  onBookAnother,
  onShowMine,
  renderActions,
  renderQuestions,
}: BookingConfirmationProps) {
  const { t } = useI18n()
  const { doctor, slot, person } = booked
  // The live state of the appointment, because the doctor may confirm it while this is open.
  const appointment = useMyAppointments(userId, people).data?.find(({ id }) => id === booked.id)
  const status = appointment?.status ?? 'pending'
  // The status is confirmed at once if the doctor confirms requests automatically.
  const isConfirmed = status === 'confirmed'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // The form was taller than the confirmation, so the window may be scrolled below it.
    heading.current?.closest('header')?.scrollIntoView({ behavior: 'instant' })
  }, [])
  return (
    <article className="mx-auto grid max-w-4xl grid-cols-1 gap-x-8 gap-y-5 sm:gap-y-6 lg:grid-cols-[1.25fr_1fr] lg:py-4">
      <header className="grid scroll-mt-21 justify-items-center lg:scroll-mt-29 gap-3 text-center lg:col-span-full">
        <OpeningDoorway />
        <div className="grid gap-1">
          <h3 ref={heading} tabIndex={-1} className="font-display text-2xl font-semibold text-balance outline-none sm:text-3xl">
            {t(isConfirmed ? 'appointments.newsConfirmed' : 'booking.doneTitle')}
          </h3>
          {!isConfirmed && <p className="text-balance">{t('booking.done')}</p>}
        </div>
      </header>
      <div className="grid content-start gap-4 self-start rounded-box bg-tint p-4 sm:p-5">
        <div data-booked="" className="flex items-start gap-3 max-[20rem]:flex-wrap">
          <Portrait doctor={doctor} isDecorative />
          <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-start justify-between gap-x-3 gap-y-1">
            <div className="min-w-0">
              <p className="font-medium">{titledName(doctor, t)}</p>
              <p className="text-sm text-muted">{specialtyName(doctor, t)}</p>
            </div>
            <StatusBadge status={status} />
          </div>
        </div>
        {booked.type && (
          <Suspense>
            <BookedType booked={booked} />
          </Suspense>
        )}
        {person && <p className="font-medium">{t('appointments.forPerson', { name: person.name })}</p>}
        <TwoClocks appointment={{ starts_at: slot.starts_at, timezone: doctor.timezone }} reader={{ is: 'patient', zone: ownZone }} />
      </div>
      {/* On a phone this comes last, so that the buttons are visible without scrolling. */}
      <div className="grid content-start gap-2 max-lg:order-last max-lg:border-t max-lg:border-line max-lg:pt-4 lg:py-5">
        <p className="font-medium">{t('booking.nextTitle')}</p>
        <ol className="grid list-decimal gap-2 ps-5 text-muted marker:text-brass max-sm:text-sm">
          {!isConfirmed && <li>{t('booking.nextConfirm')}</li>}
          <li>{t('booking.nextFiles')}</li>
          <li>{t('booking.nextCall')}</li>
        </ol>
      </div>
      {appointment?.type_id && <div className="empty:hidden lg:col-span-full">{renderQuestions(appointment)}</div>}
      <div className="flex flex-wrap justify-center gap-2 lg:col-span-full lg:border-t lg:border-line lg:pt-6">
        <div className="flex flex-wrap justify-center gap-2 max-sm:w-full max-sm:*:grow">
          <CalendarButton appointment={appointment ?? asBooked(booked)} ownZone={ownZone} look="primary" />
          {appointment && renderActions(appointment)}
        </div>
        <Button look="quiet" className="max-sm:grow max-sm:px-3 max-sm:text-sm" onClick={onShowMine}>
          {t('appointments.mine')}
        </Button>
        <Button look="quiet" className="max-sm:grow max-sm:px-3 max-sm:text-sm" onClick={onBookAnother}>
          {t('booking.another')}
        </Button>
      </div>
    </article>
  )
}

/** The appointment as far as it is known before the list of appointments is refetched. */
function asBooked({ id, doctor, slot, person }: BookedAppointment): CalendarAppointment {
  const { timezone, session_duration } = doctor
  const ends_at = new Date(Date.parse(slot.starts_at) + session_duration * 60_000).toISOString()
  return {
    id,
    status: 'pending',
    starts_at: slot.starts_at,
    ends_at,
    timezone,
    appointment_date: slot.appointment_date,
    reschedule_count: 0,
    doctor,
    person,
  }
}

/** The doorway of the logo. Its two leaves open to reveal a tick. With reduced motion it is already open. */
function OpeningDoorway() {
  return (
    <span
      aria-hidden="true"
      data-doorway=""
      className="arch relative grid w-28 shrink-0 place-items-center overflow-hidden border-2 border-brass bg-good-tint sm:w-40"
    >
      <Check className="mt-3 size-13 text-good sm:size-20" />
      <OpeningLeaves />
    </span>
  )
}
