import { LoadFailed } from '../../../components/load-failed.tsx'
import { Banner } from '../../../components/ui/banner.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { formatMoment } from '../../../lib/time/dates.ts'
import { clockIn } from '../../../lib/time/zones.ts'
import { type LeaveTimes, touches } from './leave.ts'
import { type OpenAppointment, useOpenAppointments } from './queries.ts'

/** The appointments that a leave would overlap, shown before it is added. Adding it cancels nothing. */
export function TouchedBy({ leaves, doctor }: { leaves: LeaveTimes[]; doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const { data, error, refetch } = useOpenAppointments(doctor.id)
  if (error && !data) return <LoadFailed title={t('leave.touchedFailed')} error={error} onRetry={() => void refetch()} />
  const touched = data?.filter((appointment) => leaves.some((leave) => touches(leave, appointment, doctor.timezone))) ?? []
  if (touched.length === 0) return null
  return (
    <Banner tone="warning">
      <p className="font-medium">{t('leave.touches', { count: touched.length })}</p>
      <TouchedList touched={touched} zone={doctor.timezone} isDayNamed={leaves.length > 1} />
      <p className="mt-2 text-sm">{t('leave.touchesText')}</p>
    </Banner>
  )
}

interface StillBookedProps {
  leave: LeaveTimes
  appointments: OpenAppointment[]
  zone: string
}

/** The open appointments during a leave that already exists. */
export function StillBooked({ leave, appointments, zone }: StillBookedProps) {
  const { t } = useI18n()
  const touched = appointments.filter((appointment) => touches(leave, appointment, zone))
  if (touched.length === 0) return null
  return (
    <div className="mt-2 rounded-lg bg-wait-tint px-3 py-2 text-sm text-wait">
      <p>{t('leave.stillBooked', { count: touched.length })}</p>
      <TouchedList touched={touched} zone={zone} />
    </div>
  )
}

interface TouchedListProps {
  touched: OpenAppointment[]
  zone: string
  /** True for leaves on several days. */
  isDayNamed?: boolean
}

/** Lists patients and times, in the doctor's zone. */
function TouchedList({ touched, zone, isDayNamed = false }: TouchedListProps) {
  const { t, language } = useI18n()
  const nameOf = ({ patient }: OpenAppointment) =>
    [patient?.first_name, patient?.last_name].filter(Boolean).join(' ') || t('leave.unnamedPatient')
  return (
    <ul className="mt-1 grid gap-0.5">
      {touched.map((appointment) => (
        <li key={appointment.id}>
          <time dateTime={appointment.starts_at} className="font-medium tabular-nums">
            {isDayNamed ? formatMoment(appointment.starts_at, zone, language) : clockIn(appointment.starts_at, zone)}
          </time>{' '}
          <bdi>{nameOf(appointment)}</bdi> ({t(`status.${appointment.status}`)})
        </li>
      ))}
    </ul>
  )
}
