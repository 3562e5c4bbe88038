import type { ReactNode } from 'react'
import { StatusBadge } from '../../components/status-badge.tsx'
import { When } from '../../components/when.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { specialtyName } from '../../lib/specialties.ts'
import { CalendarButton } from './calendar-button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { isOpen } from './cancellation.ts'
import type { Appointment } from './queries.ts'

interface AppointmentCardProps {
  appointment: Appointment
  userId: string
  ownZone: string
  /** The way into its call. */
  panel?: ReactNode
  /** More that can be done with it. */
  actions?: ReactNode
}

export function AppointmentCard({ appointment, userId, ownZone, panel, actions }: AppointmentCardProps) {
  const { t } = useI18n()
  const { doctor, status, patient_complaint } = appointment
  return (
    <article className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div>
          <h3 className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</h3>
          <p className="text-sm text-muted">{specialtyName(doctor.specialization, t)}</p>
        </div>
        <StatusBadge status={status} />
      </div>
      <When appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
      {patient_complaint && (
        <p className="text-sm">
          <span className="text-muted">{t('appointments.complaint')}: </span>
          <bdi className="whitespace-pre-line">{patient_complaint}</bdi>
        </p>
      )}
      {panel}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions}
        {isOpen(appointment) && (
          <>
            <CalendarButton appointment={appointment} ownZone={ownZone} />
            <CancelDialog appointment={appointment} userId={userId} ownZone={ownZone} />
          </>
        )}
      </div>
    </article>
  )
}
