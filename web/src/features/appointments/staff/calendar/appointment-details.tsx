// The details of the selected appointment, and the actions that staff can take.
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { FormSkeleton, RowsSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { Ending } from '../../../../domain/ending.tsx'
import { guardianName } from '../../../../domain/guardians.ts'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { clocksOf } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf, isoDay } from '../../../../lib/time/zones.ts'
import { MovedNote } from '../../shared/reschedule/moved-note.tsx'
import { useAnswer } from '../lists/use-answer.ts'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { phoneLink } from '../patient-contact.tsx'
import { PatientLine } from '../patient-line.tsx'
import type { Appointment } from '../queries.ts'
import { useAppointment } from '../use-staff-appointments.ts'
import type { CalendarAppointment, CalendarDoctor } from './calendar-query.ts'
import { clockOf, placeOf } from './days.ts'
import { patientLabel } from './patient-label.ts'
import type { Move } from './use-moves.ts'

const RescheduleForm = lazyPart(() => import('../../shared/reschedule/reschedule-form.tsx'))

const OfferDetails = lazyPart(() => import('../offers/offer-details.tsx'), { fallback: <Skeleton className="h-11" /> })

export interface OpenedAppointment {
  appointment: CalendarAppointment
  doctor: CalendarDoctor
}

export interface DetailsActions {
  /** The reader's time zone. */
  ownZone: string
  /** Whether the reader is the appointment's doctor. Only the doctor can open the patient's card. */
  isOwn: boolean
  onMove: (move: Move) => Promise<{ status: Appointment['status'] }>
  onRefuse: (appointment: Appointment) => void
  /** Called when the appointment was moved or can no longer be moved. */
  onClose: () => void
  /** Called when the appointment was confirmed or completed. */
  onAnswered: () => void
}

/** The patient as the title; doctor, day and time as the description. */
export function useTitles({ appointment, doctor }: OpenedAppointment) {
  const { t, language } = useI18n()
  const { minute } = placeOf(appointment.starts_at, doctor.timezone)
  const length = (Date.parse(appointment.ends_at) - Date.parse(appointment.starts_at)) / 60_000
  return {
    title: patientLabel(appointment, t),
    description: t('calendar.when', {
      doctor: titledName(doctor, t),
      day: formatDay(isoDay(appointment.starts_at, doctor.timezone), language),
      time: t('appointments.clock', {
        // A word joiner prevents a line break at the dash.
        time: `${clockOf(minute)}–\u2060${clockOf((minute + length) % 1440)}`,
        city: cityOf(doctor.timezone, language),
      }),
    }),
  }
}

interface AppointmentDetailsProps extends OpenedAppointment, DetailsActions {
  /** Whether the details are beside the grid. The page's primary button is then another one. */
  isBesideGrid?: boolean
}

export function AppointmentDetails({ appointment, doctor, isBesideGrid = false, ...actions }: AppointmentDetailsProps) {
  const { t } = useI18n()
  const [isMoving, setIsMoving] = useState(false)
  const { data, error, refetch } = useAppointment(doctor.id, appointment.id)
  if (error) return <LoadFailed title={t('calendar.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={2} />
  if (isMoving)
    return (
      <Suspense fallback={<FormSkeleton fields={3} />}>
        <RescheduleForm
          appointment={data}
          reader={{ is: 'staff', zone: actions.ownZone }}
          onMove={(to, message) => actions.onMove({ appointment, doctor, patient: patientLabel(appointment, t), message, ...to })}
          onMoved={actions.onClose}
          onTooLate={actions.onClose}
          onCancel={() => setIsMoving(false)}
        />
      </Suspense>
    )
  return (
    <Details
      appointment={data}
      ownZone={actions.ownZone}
      isOwn={actions.isOwn}
      step={isBesideGrid ? 'tinted' : 'primary'}
      onMove={() => setIsMoving(true)}
      onRefuse={actions.onRefuse}
      onAnswered={actions.onAnswered}
    />
  )
}

interface DetailsProps extends Pick<DetailsActions, 'ownZone' | 'isOwn' | 'onRefuse' | 'onAnswered'> {
  appointment: Appointment
  /** The look of the button for the next step. */
  step: 'primary' | 'tinted'
  onMove: () => void
}

function Details({ appointment, ownZone, isOwn, step, onMove, onRefuse, onAnswered }: DetailsProps) {
  const i18n = useI18n()
  const { t } = i18n
  const now = useNow()
  const status = shownStatus(appointment, now)
  const hasStarted = new Date(appointment.starts_at) <= now
  const { mutate, isPending } = useAnswer({ appointment, place: 'dashboard', onDone: onAnswered })
  const isAsked = appointment.status === 'pending' && !hasStarted
  const isConfirmed = appointment.status === 'confirmed'
  const { other: ownTime } = clocksOf(appointment, { is: 'staff', zone: ownZone }, i18n)
  const { patient, patient_complaint: complaint, notes } = appointment
  const facts = [
    { label: t('appointments.complaint'), value: complaint },
    { label: t('appointments.note'), value: notes },
    { label: t('profile.phone'), value: patient?.phone, to: phoneLink(patient?.phone ?? '') },
    { label: t('appointments.email'), value: patient?.email, to: `mailto:${patient?.email}` },
    ...(patient?.guardians ?? []).map((each) => ({
      label: t('card.guardianPhone', { name: guardianName(each, t) }),
      value: each.phone,
      to: phoneLink(each.phone ?? ''),
    })),
  ].filter(({ value }) => value)
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusBadge status={status} />
        {/* The doctor's time is already below the name. */}
        {ownTime && <p className="text-sm text-muted">{t('appointments.yourClock', { time: ownTime })}</p>}
        <PatientLine appointment={appointment} />
      </div>
      <MovedNote appointment={appointment} reader={{ is: 'staff', zone: ownZone }} />
      <Ending appointment={appointment} status={status} reader="staff" />
      {appointment.type_id && <OfferDetails appointment={appointment} />}
      {facts.length > 0 && (
        <dl className="grid gap-3">
          {facts.map(({ label, value, to }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">
                {to ? (
                  <a href={to} dir="ltr" className="inline-flex min-h-6 items-center text-action hover:underline">
                    {value}
                  </a>
                ) : (
                  <bdi>{value}</bdi>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div
        className={classes(
          'flex flex-wrap justify-end gap-3 border-t border-line pt-5',
          step === 'tinted' ? '*:grow *:px-3!' : 'max-sm:*:grow',
        )}
      >
        {isOwn && <PatientCardButton appointment={appointment} />}
        {(isAsked || isConfirmed) && !hasStarted && (
          <Button look="quiet" onClick={onMove}>
            {t('move.button')}
          </Button>
        )}
        {(isAsked || isConfirmed) && (
          <Button look="secondary" disabled={isPending} onClick={() => onRefuse(appointment)}>
            {t(isAsked ? 'staff.reject' : 'appointments.cancel')}
          </Button>
        )}
        {isAsked && (
          <Button look={step} busyLabel={isPending && t('staff.confirming')} onClick={() => mutate('confirmed')}>
            {t('staff.confirm')}
          </Button>
        )}
        {isConfirmed && hasStarted && (
          <Button look={step} busyLabel={isPending && t('staff.completing')} onClick={() => mutate('completed')}>
            {t('staff.complete')}
          </Button>
        )}
      </div>
    </div>
  )
}
