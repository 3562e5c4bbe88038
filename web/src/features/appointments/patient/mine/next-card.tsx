import { BrassEdge } from '../../../../components/brass-edge.tsx'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'
import { AppointmentBody, type AppointmentParts } from './appointment-body.tsx'

interface NextCardProps {
  appointment: MyAppointment
  ownZone: string
  parts: AppointmentParts
}

/** The next appointment with all its details. */
export function NextCard({ appointment, ownZone, parts }: NextCardProps) {
  const { t } = useI18n()
  const { doctor, person } = appointment
  const status = shownStatus(appointment, useNow())
  const head = (
    <>
      <div className="lg:row-span-2">
        <Portrait doctor={doctor} size="medium" isDecorative />
      </div>
      <div className="min-w-0 self-center">
        <h3 className="text-lg leading-snug font-semibold">{titledName(doctor, t)}</h3>
        <p className="text-sm text-muted">{specialtyName(doctor, t)}</p>
        {person && <p className="font-medium">{t('appointments.forPerson', { name: person.name })}</p>}
      </div>
    </>
  )
  return (
    <section aria-labelledby="next-appointment" className="relative rounded-box border border-line bg-surface p-4 sm:p-6">
      <BrassEdge />
      <article id={`appointment-${appointment.id}`} className="grid scroll-mt-20 gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p id="next-appointment" className="text-sm font-medium text-muted">
            {t(appointment.call_ended_at ? 'appointments.ended' : 'appointments.next')}
          </p>
          <StatusBadge status={status} />
        </div>
        <AppointmentBody {...{ appointment, ownZone, parts, head }} isLarge />
      </article>
    </section>
  )
}
