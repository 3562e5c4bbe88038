import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { MAX_REASON_LENGTH } from '../../../../../../supabase/functions/_shared/rules.ts'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextAreaField } from '../../../../components/ui/field.tsx'
import type { Status } from '../../../../domain/status-badge.tsx'
import { TwoClocks } from '../../../../domain/two-clocks.tsx'
import { AppError } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Reader } from '../../../../lib/time/clocks.ts'
import { addDays, isoDay } from '../../../../lib/time/zones.ts'
import { useTypedText } from '../../../../lib/use-typed.ts'
import { rescheduleAppointment } from '../changes.ts'
import { refreshAppointments } from '../live.ts'
import { DayAndTime } from '../picker/day-and-time.tsx'
import { type PickerDoctor, refreshFreeTimes, type Slot, useFreeTimes } from '../picker/free-times.ts'
import { useFirstFreeDay, useNextFreeDay } from '../picker/use-free-days.ts'
import { useBookingProblem } from '../use-booking-problem.ts'
import type { Movable } from './movable.ts'

const TypeChange = lazyPart(() => import('./type-change.tsx'))

interface RescheduleFormProps {
  appointment: Movable
  reader: Reader
  /** The patient's name, if the patient is not the reader. */
  person?: string | undefined
  /** Performs the move and notifies the reader. The default also mails both sides at once. */
  onMove?: ((to: { day: string; time: string; typeId?: string }, message: string) => Promise<{ status: Status }>) | undefined
  onMoved: () => void
  onTooLate: () => void
  onCancel: () => void
}

export default function RescheduleForm({ appointment, reader, person, onMove, onMoved, onTooLate, onCancel }: RescheduleFormProps) {
  const { t } = useI18n()
  const client = useQueryClient()
  const [type, setType] = useState<{ id: string; minutes: number }>()
  const { type_id, session_duration } = appointment
  const doctor = {
    ...appointment.doctor,
    id: appointment.doctor_id,
    appointment_id: appointment.id,
    ...(type_id && { type_id, session_duration: session_duration ?? appointment.doctor.session_duration }),
    ...(type && { type_id: type.id, session_duration: type.minutes }),
  }
  const [chosenDay, setChosenDay] = useState<string>()
  const [chosen, setChosen] = useState<Slot>()
  const [message, setMessage, forgetMessage] = useTypedText(`move:${appointment.id}`)
  const offered = useDayToOffer(doctor, appointment, reader.zone)
  const day = chosenDay ?? offered
  const times = useFreeTimes(doctor, day, reader.zone)
  // Somebody else may have taken the slot meanwhile.
  const slot = times.slots?.find(({ starts_at }) => starts_at === chosen?.starts_at)
  const moving = useMutation({
    mutationFn: (to: { day: string; time: string; typeId?: string }) =>
      onMove ? onMove(to, message) : rescheduleAppointment(appointment.id, to, message),
    onSuccess: ({ status }) => {
      forgetMessage()
      onMoved()
      if (onMove) return
      const text = reader.is === 'patient' && status === 'pending' ? 'move.doneAwaits' : 'move.doneTold'
      toast.success(t('move.done'), { description: t(text) })
    },
    onError: (error) => {
      if (error instanceof AppError && error.reason === 'cancellation_too_late') onTooLate()
    },
    onSettled: () => {
      void refreshFreeTimes(client, doctor.id)
      void refreshAppointments(client)
    },
  })
  const lost = times.slots && !slot && !moving.isPending ? chosen : undefined
  const hasChanged = moving.error instanceof AppError && moving.error.reason === 'transition_not_allowed'
  const bookingProblem = useBookingProblem(moving.error, reader, person)
  const problem = hasChanged ? t('appointments.changed') : bookingProblem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (slot && !moving.isPending) {
      moving.mutate({ day: slot.appointment_date, time: slot.appointment_time, ...(type && { typeId: type.id }) })
    }
  }
  return (
    <form method="post" noValidate className="grid min-w-0 gap-5 pt-3" onSubmit={submit}>
      {reader.is === 'staff' && (
        <Suspense>
          <TypeChange
            doctorId={doctor.id}
            chosen={type?.id}
            onChoose={(next) => {
              setChosen(undefined)
              setType(next)
            }}
          />
        </Suspense>
      )}
      <DayAndTime
        doctor={doctor}
        ownZone={reader.zone}
        isLive
        day={day}
        slot={slot}
        lost={lost}
        times={times}
        onChooseDay={(next) => {
          setChosen(undefined)
          setChosenDay(next)
        }}
        onChooseTime={setChosen}
      />
      <TextAreaField
        label={t(reader.is === 'patient' ? 'move.messageToDoctor' : 'move.messageToPatient')}
        note={t('move.optional')}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {reader.is === 'patient' && appointment.status === 'confirmed' && !doctor.auto_confirm && (
        <p className="text-sm text-muted">{t('move.willAwait')}</p>
      )}
      {problem && <ErrorBanner title={t('move.failed')}>{problem}</ErrorBanner>}
      <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-surface p-6 pt-4">
        {slot && <TwoClocks isCompact appointment={{ starts_at: slot.starts_at, timezone: doctor.timezone }} reader={reader} />}
        <DialogAnswers
          no={t('appointments.cancelNo')}
          onNo={onCancel}
          yes={t('move.yes')}
          busyLabel={moving.isPending && t('move.moving')}
          isDisabled={!slot}
        />
      </div>
    </form>
  )
}

/** The day that is shown first: the appointment's day or the next one with free slots, because people rarely move far. */
function useDayToOffer(doctor: PickerDoctor, { starts_at }: Movable, zone: string) {
  const near = useNextFreeDay(doctor, zone, addDays(isoDay(starts_at, zone), -1))
  const first = useFirstFreeDay(doctor, zone)
  return near.day ?? (near.isPending ? undefined : first.day)
}
