// Doctor, day, time, complaint, done: on one screen, and true while others book too.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { toast } from '../../../components/toaster.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { TextAreaField } from '../../../components/ui/field.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { clocksInWords, clocksOf, type Reader } from '../../../lib/clocks.ts'
import { formatDay } from '../../../lib/dates.ts'
import { textOf } from '../../../lib/errors.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { clockIn, isoDay, ownClock, todayIn } from '../../../lib/zones.ts'
import { bookAppointment, isUnanswered, MAX_COMPLAINT } from '../changes.ts'
import { AnyDay, ComingDays } from '../picker/day-choice.tsx'
import { refreshFreeTimes, type Slot, useFreeTimes, useLiveFreeTimes } from '../picker/free-times.ts'
import { timesBeside } from '../picker/nearest-times.ts'
import { TimeGrid, TimeList } from '../picker/time-choice.tsx'
import { TimeLost } from '../picker/time-lost.tsx'
import { ZoneBanner } from '../picker/zone-banner.tsx'
import { BOOKING_ERRORS, isAboutTheTime, ownConflictOf } from './booking-errors.ts'
import { DoctorChoice } from './doctor-choice.tsx'
import { type Doctor, useDoctors } from './doctors.ts'

interface BookingFormProps {
  userId: string
  ownZone: string
  /** Called when the database has it, before the form is emptied. */
  onBooked: () => void
}

/** `askedFor` is the doctor somebody came for, if there is such a one. */
export function BookingForm({ userId, ownZone, onBooked, askedFor }: BookingFormProps & { askedFor: string | null }) {
  const { t } = useI18n()
  // Undefined until somebody chooses, null where they chose none.
  const [chosen, setChosen] = useState<Doctor | null>()
  // Kept here: choosing another doctor loses nothing that was typed.
  const [complaint, setComplaint] = useState('')
  const { data: doctors, error, refetch } = useDoctors()
  if (error && !doctors) return <LoadFailed title={t('booking.doctorsFailed')} error={error} onRetry={() => void refetch()} />
  if (!doctors) return <Skeleton className="h-72" />
  const done = () => {
    onBooked()
    setChosen(null)
    setComplaint('')
  }
  const doctor = chosen === undefined ? doctors.find(({ id }) => id === askedFor) : (chosen ?? undefined)
  return (
    <div className="grid gap-6">
      <DoctorChoice doctors={doctors} chosen={doctor} onChoose={(next) => setChosen(next ?? null)} />
      {doctor && <Visit key={doctor.id} {...{ userId, ownZone, doctor, complaint }} onComplaint={setComplaint} onBooked={done} />}
    </div>
  )
}

interface VisitProps extends BookingFormProps {
  doctor: Doctor
  complaint: string
  onComplaint: (complaint: string) => void
}

function Visit({ userId, ownZone, doctor, complaint, onComplaint, onBooked }: VisitProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const client = useQueryClient()
  const [day, setDay] = useState<string>()
  // Kept whole: a time that is gone is still told on both clocks.
  const [wanted, setWanted] = useState<Slot>()
  const [asked, setAsked] = useState<Slot>()
  const [isComplaintMissing, setIsComplaintMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const complaintField = useRef<HTMLTextAreaElement>(null)
  const bookingId = useRef<string>(undefined)
  const live = useLiveFreeTimes(doctor.id)
  const now = useNow()
  const isDayPossible = day !== undefined && day >= todayIn(doctor.timezone, now)
  const times = useFreeTimes(doctor.id, isDayPossible ? day : undefined)
  const booking = useMutation({
    mutationFn: bookAppointment,
    onSuccess: () => {
      onBooked()
      toast.success(t('booking.doneTitle'), { description: t('booking.done') })
    },
    // Not waited for: whoever booked, or was refused, is told at once.
    onSettled: () => void refreshFreeTimes(client, doctor.id),
  })

  const slots = isDayPossible ? times.data : []
  const time = wanted?.appointment_time
  const offered = slots?.find((slot) => slot.appointment_time === time)
  // Taken, but perhaps by what was just sent.
  const chosen = offered ?? (isUnanswered(booking.error) ? asked : undefined)
  const isGone = wanted !== undefined && slots !== undefined && !chosen && !booking.isPending && !isAboutTheTime(booking.error)
  const reader: Reader = { is: 'patient', zone: ownZone }
  const clocks = (slot: Slot) => clocksOf({ starts_at: slot.starts_at, timezone: doctor.timezone }, reader, i18n)
  const ownClockOf = ({ starts_at }: Slot) => ownClock(starts_at, doctor.timezone, ownZone, (of) => formatDay(of, language, 'short'))

  const choose = (next: { day?: string | undefined; time?: string | undefined }) => {
    booking.reset()
    bookingId.current = undefined
    if ('day' in next) setDay(next.day)
    setWanted(slots?.find((slot) => slot.appointment_time === next.time))
  }

  // What was pressed disappears with its notice: the focus goes on to what comes next.
  const chooseInstead = (next: { day?: string; time?: string }) => {
    choose(next)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(next.time ? '[type=submit]' : 'select')?.focus())
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!day || !chosen) return
    setIsComplaintMissing(!complaint.trim())
    if (!complaint.trim()) {
      complaintField.current?.focus()
      return
    }
    bookingId.current ??= crypto.randomUUID()
    setAsked(chosen)
    booking.mutate({
      id: bookingId.current,
      user_id: userId,
      doctor_id: doctor.id,
      appointment_date: day,
      appointment_time: chosen.appointment_time,
      patient_complaint: complaint.trim(),
    })
  }

  const problem = booking.error ? textOf(booking.error, BOOKING_ERRORS) : undefined
  const own = ownConflictOf(booking.error)
  const problemText = own
    ? t('booking.ownConflictNamed', {
        doctor: t('doctor.name', own.doctor),
        time: t('appointments.dayAndClock', {
          day: formatDay(isoDay(own.startsAt, ownZone), language, 'short'),
          clock: clockIn(own.startsAt, ownZone),
        }),
      })
    : problem && t(problem.key, problem.values)
  const days = { doctor, day, onChoose: (next: string | undefined) => choose({ day: next }) }
  const clock = { time: chosen?.appointment_time, ownClock: ownClockOf, onChoose: (next: string | undefined) => choose({ time: next }) }
  const lost = {
    doctor,
    slots: timesBeside(slots ?? [], doctor.session_duration, own),
    ownClock: ownClockOf,
    onChooseTime: (next: string) => chooseInstead({ time: next }),
    onChooseDay: (next: string) => chooseInstead({ day: next }),
  }
  return (
    <form method="post" ref={form} noValidate className="grid gap-6 border-t border-line pt-6" onSubmit={submit}>
      <div className="grid gap-2">
        <ZoneBanner zone={doctor.timezone} ownZone={ownZone} day={day} />
        <LiveMark state={live} />
      </div>
      <ComingDays {...days} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AnyDay {...days} />
        <TimeList day={isDayPossible ? day : undefined} {...clock} {...(slots && { slots })} hasFailed={times.isError} />
      </div>
      {times.isError && !times.data && (
        <LoadFailed title={t('booking.timesFailed')} error={times.error} onRetry={() => void times.refetch()} />
      )}
      {isDayPossible && times.isPending && <Skeleton className="h-28" />}
      {isDayPossible && slots && slots.length > 0 && <TimeGrid day={day} slots={slots} {...clock} />}
      {isGone && day && (
        <TimeLost
          {...lost}
          day={day}
          time={wanted.appointment_time}
          message={t('booking.gone', { time: ownClockOf(wanted) ?? wanted.appointment_time })}
        />
      )}
      <TextAreaField
        ref={complaintField}
        label={t('booking.complaint')}
        hint={t('booking.complaintHint')}
        required
        rows={4}
        maxLength={MAX_COMPLAINT}
        value={complaint}
        error={isComplaintMissing && !complaint.trim() ? t('booking.complaintRequired') : undefined}
        aside={<bdi dir="ltr">{t('booking.counter', { used: complaint.length, most: MAX_COMPLAINT })}</bdi>}
        onChange={(event) => onComplaint(event.target.value)}
      />
      {problem && day && time && isAboutTheTime(booking.error) && (
        <TimeLost {...lost} day={day} time={time} title={t('booking.failed')} message={problemText ?? ''} />
      )}
      {problem && !isAboutTheTime(booking.error) && (
        <Banner tone="danger" role="alert">
          <p className="font-medium">{t('booking.failed')}</p>
          <p>{problemText}</p>
        </Banner>
      )}
      <div className="grid gap-3">
        {day && chosen && (
          <p className="text-muted">
            {t('booking.summary', {
              doctor: t('doctor.name', { first: doctor.first_name, last: doctor.last_name }),
              day: formatDay(clocks(chosen).day, language),
              time: clocksInWords(clocks(chosen), reader, i18n),
            })}
          </p>
        )}
        <Button type="submit" className="w-full" disabled={!day || !chosen} busyLabel={booking.isPending && t('booking.booking')}>
          {t('booking.book')}
        </Button>
      </div>
    </form>
  )
}
