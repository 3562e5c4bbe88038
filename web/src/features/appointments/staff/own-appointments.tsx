// A doctor's own appointments: today's and later ones first, then past and cancelled ones.
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LiveMark } from '../../../components/live-mark.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { STATUSES, type Status, statusText } from '../../../components/status-badge.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { CardListSkeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { LiveState } from '../../../lib/live.ts'
import { useNow } from '../../../lib/use-now.ts'
import { todayIn } from '../../../lib/zones.ts'
import type { DeskDoctor } from '../desk/book-for-patient.ts'
import type { Appointment, DoctorFilter } from '../queries.ts'
import { PAGE_SIZE, useAppointmentCounts, useDoctorAppointments } from '../use-appointments.ts'
import { AppointmentList } from './appointment-list.tsx'
import { BookButton } from './book-button.tsx'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { OwnCounters } from './own-counters.tsx'
import { UnclosedAppointments } from './unclosed-appointments.tsx'
import { useNewsToasts } from './use-news-toasts.ts'

/** A doctor with no more than this needs no filter. */
const MAX_UNFILTERED = 10
const PAST_HEADING = 'past-appointments'

interface OwnAppointmentsProps {
  doctor: DeskDoctor
  live: LiveState
  onNote: (appointment: Appointment) => void
  /** The call and the files of the appointment. */
  renderPanel?: (appointment: Appointment) => ReactNode
}

export function OwnAppointments({ doctor, live, ...list }: OwnAppointmentsProps) {
  const { t } = useI18n()
  const [status, setStatus] = useState<Status>()
  const today = todayIn(doctor.timezone, useNow())
  const counts = useAppointmentCounts(doctor.id, today)
  const filter = { doctorId: doctor.id, today, status }
  const isEmpty = counts.data?.total === 0
  return (
    <div className="grid grid-cols-1 gap-8">
      <OwnCounters doctorId={doctor.id} today={today} />
      <div className="-my-2 flex justify-end max-sm:*:grow">
        <BookButton doctor={doctor} />
      </div>
      {isEmpty ? (
        <EmptyState icon={CalendarDays} title={t('doctorPanel.empty')} text={t('doctorPanel.emptyText')} />
      ) : (
        <>
          <UnclosedAppointments doctor={doctor} />
          <section aria-labelledby={APPOINTMENTS_HEADING} className="grid grid-cols-1 gap-5">
            <div className="flex flex-wrap items-end justify-between gap-4">
              <h2 id={APPOINTMENTS_HEADING} tabIndex={-1} className="text-xl font-semibold outline-none">
                {t('doctorPanel.coming')}
              </h2>
              <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
                <div className="self-center">
                  <LiveMark state={live} />
                </div>
                {(counts.data?.total ?? 0) > MAX_UNFILTERED && <StatusFilter status={status} onChoose={setStatus} />}
              </div>
            </div>
            <Part key={`coming ${status}`} filter={{ ...filter, part: 'coming' }} zone={doctor.timezone} {...list} />
          </section>
          <section aria-labelledby={PAST_HEADING} className="grid grid-cols-1 gap-5">
            <h2 id={PAST_HEADING} className="text-xl font-semibold">
              {t('doctorPanel.past')}
            </h2>
            <Part key={`past ${status}`} filter={{ ...filter, part: 'past' }} zone={doctor.timezone} {...list} />
          </section>
        </>
      )}
    </div>
  )
}

function StatusFilter({ status, onChoose }: { status: Status | undefined; onChoose: (status: Status | undefined) => void }) {
  const { t } = useI18n()
  return (
    <SelectField
      label={t('doctorPanel.filter')}
      value={status ?? ''}
      onChange={({ target }) => onChoose(STATUSES.find((each) => each === target.value))}
    >
      <option value="">{t('doctorPanel.all')}</option>
      {STATUSES.map((each) => (
        <option key={each} value={each}>
          {t(statusText(each))}
        </option>
      ))}
    </SelectField>
  )
}

interface PartProps extends Pick<OwnAppointmentsProps, 'onNote' | 'renderPanel'> {
  filter: Omit<DoctorFilter, 'max'>
  zone: string
}

function Part({ filter, zone, onNote, renderPanel }: PartProps) {
  const { t } = useI18n()
  const [max, setMax] = useState(PAGE_SIZE)
  const { data, error, refetch } = useDoctorAppointments({ ...filter, max })
  useNewsToasts(data?.appointments)
  if (error && !data) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <CardListSkeleton />
  return (
    <AppointmentList
      page={data}
      empty={<p className="text-muted">{t(filter.status ? 'doctorPanel.noneOfStatus' : 'doctorPanel.none')}</p>}
      place="panel"
      ownZone={zone}
      onMore={() => setMax(max + PAGE_SIZE)}
      onNote={onNote}
      {...(renderPanel && { renderPanel })}
    />
  )
}
