// Cancels an appointment, or shows how to contact the company if it is too late.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { aboutPerson } from '../../../../domain/people.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { AppError, textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { clocksInWords, clocksOf, type Reader } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf, clockIn, isoDay } from '../../../../lib/time/zones.ts'
import { cancelAppointment } from '../../shared/changes.ts'
import { MY_APPOINTMENTS } from '../../shared/heading.ts'
import { refreshAppointments } from '../../shared/live.ts'
import { ReachUs } from '../../shared/reach-us.tsx'
import type { MyAppointment } from '../own-queries.ts'
import { cancellableUntil, isTooLate } from './cancellation.ts'
import { cancelledHere } from './use-status-toasts.ts'

interface CancelDialogProps {
  appointment: MyAppointment
  ownZone: string
}

export function CancelDialog({ appointment, ownZone }: CancelDialogProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const { doctor, person } = appointment
  const reader: Reader = { is: 'patient', zone: ownZone }
  const clocks = clocksOf(appointment, reader, i18n)
  const cancelling = useMutation({
    mutationFn: () => {
      cancelledHere.add(appointment.id)
      return cancelAppointment(appointment.id)
    },
    onSuccess: () => {
      setIsOpen(false)
      toast.success(t('appointments.cancelledTitle'), { description: t('appointments.cancelled') })
    },
    onError: () => void cancelledHere.delete(appointment.id),
    onSettled: () => void refreshAppointments(client),
  })
  // Computed each time the dialog opens. The database enforces the limit.
  const wasRefused = cancelling.error instanceof AppError && cancelling.error.reason === 'cancellation_too_late'
  const isLate = isOpen && (wasRefused || isTooLate(appointment))
  const until = cancellableUntil(appointment)
  const moment = (at: Date) =>
    t('appointments.dayAndClock', {
      day: formatDay(isoDay(at, ownZone), language),
      clock: t('appointments.clock', { time: clockIn(at, ownZone), city: cityOf(ownZone, language) }),
    })
  const problem =
    cancelling.error && !wasRefused
      ? textOf(cancelling.error, { transition_not_allowed: 'appointments.changed', PGRST116: 'appointments.changed' })
      : undefined
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        cancelling.reset()
        setIsOpen(next)
      }}
      // After a cancellation, the card and its button move to another section, so the focus moves to the heading.
      {...(cancelling.isSuccess && { returnFocus: () => document.getElementById(MY_APPOINTMENTS)?.focus() })}
      trigger={
        <Button look="quiet" className="text-muted!">
          {t('appointments.cancel')}
        </Button>
      }
      title={t(isLate ? 'appointments.tooLateTitle' : 'appointments.cancelTitle')}
      description={
        isLate
          ? t('appointments.tooLate', { count: doctor.cancellation_hours })
          : aboutPerson(
              person?.name,
              t('appointments.cancelText', {
                doctor: titledName(doctor, t),
                day: formatDay(clocks.day, language),
                time: clocksInWords(clocks, reader, i18n),
              }),
              t,
            )
      }
      closeLabel={t('dialog.close')}
    >
      {isLate && <ReachUs />}
      {!isLate && until && (
        <p className="text-sm text-muted">{t('appointments.cancelUntil', { count: doctor.cancellation_hours, until: moment(until) })}</p>
      )}
      {problem && <ErrorBanner title={t('appointments.cancelFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      {!isLate && (
        <DialogAnswers
          no={t('appointments.cancelNo')}
          onNo={() => setIsOpen(false)}
          yes={t('appointments.cancelYes')}
          onYes={() => cancelling.mutate()}
          look="danger"
          busyLabel={cancelling.isPending && t('appointments.cancelling')}
        />
      )}
    </Dialog>
  )
}
