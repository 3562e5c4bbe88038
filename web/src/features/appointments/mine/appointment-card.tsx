import type { ReactNode } from 'react'
import { Ending } from '../../../components/ending.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { When } from '../../../components/when.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { MyAppointment } from '../queries.ts'
import { CalendarButton } from './calendar-button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { isOpen } from './cancellation.ts'

interface AppointmentCardProps {
  appointment: MyAppointment
  ownZone: string
  /** Leads to the call. */
  panel?: ReactNode
  /** More buttons. */
  actions?: ReactNode
}

export function AppointmentCard({ appointment, ownZone, panel, actions }: AppointmentCardProps) {
  const { t } = useI18n()
  const { doctor, patient_complaint } = appointment
  const now = useNow()
  const status = shownStatus(appointment, now)
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
      <Ending appointment={appointment} status={status} reader="patient" />
      {patient_complaint && (
        <p className="text-sm">
          <span className="text-muted">{t('appointments.complaint')}: </span>
          <bdi className="whitespace-pre-line">{patient_complaint}</bdi>
        </p>
      )}
      {panel}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {actions}
        {isOpen({ status }) && new Date(appointment.ends_at) > now && (
          <>
            <CalendarButton appointment={appointment} ownZone={ownZone} />
            <CancelDialog appointment={appointment} ownZone={ownZone} />
          </>
        )}
      </div>
    </article>
  )
}
