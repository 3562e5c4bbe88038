import { CalendarX } from 'lucide-react'
import { ButtonLink } from '../../../../components/ui/button.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { Ending } from '../../../../domain/ending.tsx'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { When } from '../../../../domain/when.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { isoDay } from '../../../../lib/time/zones.ts'
import type { MyAppointment } from '../own-queries.ts'

/** Past appointments, newest first. */
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
    <ol className={LIST}>
      {appointments.map((appointment) => (
        <li key={appointment.id} className={ROW}>
          <HistoryEntry appointment={appointment} ownZone={ownZone} />
        </li>
      ))}
    </ol>
  )
}

const LIST = 'divide-y divide-line rounded-box border border-line bg-surface px-4 sm:px-6'
/** The columns: portrait, doctor, texts, status. On a phone the texts are below the others. */
const ROW =
  'grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-3 py-4 max-[20rem]:grid-cols-[auto_minmax(0,1fr)] lg:grid-cols-[auto_13rem_minmax(0,1fr)_auto]'

function HistoryEntry({ appointment, ownZone }: { appointment: MyAppointment; ownZone: string }) {
  const { t, language } = useI18n()
  const { doctor, patient_complaint: complaint, notes, created_at } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <>
      <Portrait doctor={doctor} isDecorative />
      <div className="min-w-0">
        <h2 className="font-medium">{titledName(doctor, t)}</h2>
        <p className="text-sm text-muted">{specialtyName(doctor, t)}</p>
      </div>
      <div className="min-w-0 max-[20rem]:col-start-2 lg:col-start-4">
        <StatusBadge status={status} />
      </div>
      <div className="grid min-w-0 gap-2 max-lg:col-span-full lg:col-start-3 lg:row-start-1">
        <When appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
        <Ending appointment={appointment} status={status} reader="patient" />
        {(complaint || notes) && (
          <dl className="grid gap-1">
            {complaint && <Words title={t('appointments.complaint')} text={complaint} />}
            {notes && <Words title={t('appointments.note')} text={notes} />}
          </dl>
        )}
        <p className="text-sm text-muted">{t('history.created', { date: formatDay(isoDay(created_at, ownZone), language, 'long') })}</p>
      </div>
    </>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div className="gap-x-3 sm:grid sm:grid-cols-[7rem_minmax(0,1fr)]">
      <dt className="text-sm leading-6 text-muted">{title}</dt>
      <dd className="max-w-[70ch] whitespace-pre-line wrap-anywhere">
        <bdi>{text}</bdi>
      </dd>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div aria-hidden="true" className={LIST}>
      {['first', 'second', 'third'].map((each) => (
        <div key={each} className={ROW}>
          <Skeleton className="arch! h-17 w-14" />
          <div className="grid content-start gap-2 py-1">
            <Skeleton className="h-4 w-36 max-w-full" />
            <Skeleton className="h-4 w-24 max-w-full" />
          </div>
          <Skeleton className="h-7 w-24 rounded-full! lg:col-start-4" />
          <div className="grid content-start gap-3 py-1 max-lg:col-span-full lg:col-start-3 lg:row-start-1">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-4 w-80 max-w-full" />
            <Skeleton className="h-4 w-40 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
