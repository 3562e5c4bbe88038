import { CalendarX } from 'lucide-react'
import { Ending } from '../../../components/ending.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { When } from '../../../components/when.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import { isoDay } from '../../../lib/zones.ts'
import type { MyAppointment } from '../own-queries.ts'

/** Newest first. */
export function AppointmentHistory({ appointments, ownZone }: { appointments: MyAppointment[] | undefined; ownZone: string }) {
  const { t } = useI18n()
  if (!appointments) return <HistorySkeleton />
  if (!appointments.length) {
    return (
      <EmptyState
        icon={CalendarX}
        title={t('history.empty')}
        text={t('history.emptyText')}
        action={<ButtonLink to="/appointments">{t('history.book')}</ButtonLink>}
      />
    )
  }
  return (
    <ol className="grid gap-4">
      {appointments.map((appointment) => (
        <li key={appointment.id}>
          <HistoryEntry appointment={appointment} ownZone={ownZone} />
        </li>
      ))}
    </ol>
  )
}

function HistoryEntry({ appointment, ownZone }: { appointment: MyAppointment; ownZone: string }) {
  const { t, language } = useI18n()
  const { doctor, patient_complaint: complaint, notes, created_at } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</h2>
          <p className="text-muted">{specialtyName(doctor.specialization, t)}</p>
        </div>
        <StatusBadge status={status} />
      </div>
      <When appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
      <Ending appointment={appointment} status={status} reader="patient" />
      {(complaint || notes) && (
        <dl className="grid gap-3">
          {complaint && <Words title={t('appointments.complaint')} text={complaint} />}
          {notes && <Words title={t('appointments.note')} text={notes} />}
        </dl>
      )}
      <p className="text-sm text-muted">{t('history.created', { date: formatDay(isoDay(created_at, ownZone), language, 'long') })}</p>
    </Card>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="max-w-[70ch] whitespace-pre-line">
        <bdi>{text}</bdi>
      </dd>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div className="grid gap-4">
      {['first', 'second', 'third'].map((each) => (
        <Card key={each} className="grid gap-4">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-24" />
          <Skeleton className="h-5 w-1/3" />
        </Card>
      ))}
    </div>
  )
}
