import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useNow } from '../../../lib/use-now.ts'
import type { Appointment } from '../queries.ts'
import { RescheduleDialog } from '../reschedule/reschedule-dialog.tsx'
import { REFUSES } from './list-focus.ts'
import { type Place, useAnswer } from './use-answer.ts'

interface AppointmentActionsProps {
  appointment: Appointment
  place: Place
  /** Opens the question before rejecting or cancelling. The list asks it, because the card may disappear while the dialog is open. */
  onRefuse: (appointment: Appointment) => void
  /** More buttons. */
  children?: ReactNode
}

export function AppointmentActions({ appointment, place, onRefuse, children }: AppointmentActionsProps) {
  const { t } = useI18n()
  const hasStarted = new Date(appointment.starts_at) <= useNow()
  const { mutate, isPending } = useAnswer({ appointment, place })
  // A request whose time has passed is closed by the database.
  const isAsked = appointment.status === 'pending' && !hasStarted
  const isConfirmed = appointment.status === 'confirmed'
  return (
    <div className="flex w-full flex-wrap justify-end gap-3 max-sm:*:grow sm:ms-auto sm:w-auto">
      {children}
      {(isAsked || isConfirmed) && !hasStarted && (
        <RescheduleDialog
          appointment={appointment}
          reader={{ is: 'staff', zone: appointment.doctor.timezone }}
          trigger={<Button look="quiet">{t('move.button')}</Button>}
        />
      )}
      {(isAsked || isConfirmed) && (
        <Button look="secondary" disabled={isPending} onClick={() => onRefuse(appointment)} {...{ [REFUSES]: '' }}>
          {t(isAsked ? 'staff.reject' : 'appointments.cancel')}
        </Button>
      )}
      {isAsked && (
        <Button busyLabel={isPending && t('staff.confirming')} onClick={() => mutate('confirmed')}>
          {t('staff.confirm')}
        </Button>
      )}
      {isConfirmed && hasStarted && (
        <Button busyLabel={isPending && t('staff.completing')} onClick={() => mutate('completed')}>
          {t('staff.complete')}
        </Button>
      )}
    </div>
  )
}
