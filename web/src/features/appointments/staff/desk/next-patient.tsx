import type { ReactNode } from 'react'
import { PersonName } from '../../../../components/person-name.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { clockIn } from '../../../../lib/time/zones.ts'
import { useNextAppointment, type Visit } from '../notes/queries.ts'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'

/** Shows whether the patient of an appointment is already waiting. The waiting room is another feature, so the route injects it. */
export type RenderWaiting = (next: { doctorId: string; appointmentId: string; label: string }) => ReactNode

interface NextPatientProps {
  doctorId: string
  visit: Visit & { timezone: string }
  renderWaiting: RenderWaiting
}

/** The doctor's next confirmed appointment of the day. The page updates it live when others book or cancel. */
export function NextPatient({ doctorId, visit, renderWaiting }: NextPatientProps) {
  const { t } = useI18n()
  const { data: next, isPending } = useNextAppointment(doctorId, visit)
  return (
    <section className="grid gap-1">
      <h3 className="text-sm text-muted">{t('beside.next')}</h3>
      {next ? (
        <p className="wrap-anywhere">
          <time dateTime={next.starts_at} className="font-medium tabular-nums">
            {clockIn(next.starts_at, visit.timezone)}
          </time>{' '}
          · <PersonName>{patientName(next, t)}</PersonName> <PatientLine appointment={next} className="text-sm" />{' '}
          {renderWaiting({ doctorId, appointmentId: next.id, label: t('beside.nextWaits') })}
        </p>
      ) : (
        <p className="text-muted">{isPending ? '…' : t('beside.nextNone')}</p>
      )}
    </section>
  )
}
