import { Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Ending } from '../../../components/ending.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { When } from '../../../components/when.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import { clockIn, isoDay } from '../../../lib/zones.ts'
import type { Appointment } from '../queries.ts'
import { MovedNote } from '../reschedule/moved-note.tsx'
import { cardId } from './list-focus.ts'
import { patientName } from './patient-name.ts'

interface AppointmentCardProps {
  appointment: Appointment
  ownZone: string
  /** For lists with the appointments of several doctors. */
  isDoctorShown?: boolean
  /** The call and the files of the appointment. */
  panel?: ReactNode
  actions: ReactNode
}

export function AppointmentCard({ appointment, ownZone, isDoctorShown = false, panel, actions }: AppointmentCardProps) {
  const { t, language } = useI18n()
  const { doctor, patient_complaint: complaint, notes, created_at } = appointment
  const status = shownStatus(appointment, useNow())
  const id = cardId(appointment.id)
  const created = t('appointments.dayAndClock', {
    day: formatDay(isoDay(created_at, ownZone), language, 'long'),
    clock: clockIn(created_at, ownZone),
  })
  return (
    <Card className="has-[article:focus-visible]:border-action">
      <article id={id} tabIndex={-1} aria-labelledby={`${id}-name`} className="grid gap-4 outline-none">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h3 id={`${id}-name`} className="text-lg font-medium wrap-anywhere">
              <bdi>{patientName(appointment, t)}</bdi>
            </h3>
            <Contact appointment={appointment} />
          </div>
          <StatusBadge status={status} />
        </div>
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div className="grid content-start gap-4">
            <When appointment={appointment} reader={{ is: 'staff', zone: ownZone }} />
            <MovedNote appointment={appointment} reader={{ is: 'staff', zone: ownZone }} />
            <Ending appointment={appointment} status={status} reader="staff" />
            {isDoctorShown && (
              <div>
                <p className="font-medium">
                  <bdi>{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</bdi>
                </p>
                <p className="text-sm text-muted">{specialtyName(doctor.specialization, t)}</p>
              </div>
            )}
          </div>
          {(complaint || notes) && (
            <dl className="grid content-start gap-3">
              {complaint && <Words title={t('appointments.complaint')} text={complaint} />}
              {notes && <Words title={t('appointments.note')} text={notes} />}
            </dl>
          )}
        </div>
        {panel}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p className="text-sm text-muted">{t('staff.created', { moment: created })}</p>
          {actions}
        </div>
      </article>
    </Card>
  )
}

function Contact({ appointment: { patient } }: { appointment: Appointment }) {
  const ways = [
    { text: patient?.phone, to: `tel:${patient?.phone?.replaceAll(/[^+\d]/g, '')}`, icon: Phone },
    { text: patient?.email, to: `mailto:${patient?.email}`, icon: Mail },
  ].filter(({ text }) => text)
  if (!ways.length) return null
  return (
    <ul className="flex flex-wrap gap-x-5 text-sm text-muted">
      {ways.map(({ text, to, icon: Icon }) => (
        <li key={to}>
          <a href={to} className="flex min-h-11 items-center sm:min-h-8 gap-2 wrap-anywhere hover:text-action">
            <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
            <bdi dir="ltr">{text}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{title}</dt>
      <dd className="max-w-[75ch] whitespace-pre-line wrap-anywhere">
        <bdi>{text}</bdi>
      </dd>
    </div>
  )
}
