import type { ReactNode } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { Ending } from '../../../../domain/ending.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { When } from '../../../../domain/when.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useSession } from '../../../../lib/session/session.ts'
import { isAdmin } from '../../../../lib/session/session-state.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { clockIn, isoDay } from '../../../../lib/time/zones.ts'
import { MovedNote } from '../../shared/reschedule/moved-note.tsx'
import { PatientContact } from '../patient-contact.tsx'
import type { Appointment } from '../queries.ts'

const RecordActions = lazyPart(() => import('../record-actions.tsx'), { fallback: <Skeleton className="h-24" /> })
const OfferDetails = lazyPart(() => import('../offers/offer-details.tsx'), { fallback: <Skeleton className="h-11" /> })

interface RowDetailsProps {
  appointment: Appointment
  ownZone: string
  isDoctorShown: boolean
  onPayments: ((appointment: Appointment) => void) | undefined
  /** The actions that the row has no room for, the files and the call. */
  actions: ReactNode
}

/** A child's record cannot be claimed, because the parents act for it. `guardians` leaves out those whose right has ended. */
const isClaimable = ({ patient, erased_at }: Appointment) =>
  patient?.has_account === false && !erased_at && !patient.guardians?.some(({ authority }) => authority === 'parental')

/** The details that do not fit into an appointment's row. */
export function RowDetails({ appointment, ownZone, isDoctorShown, onPayments, actions }: RowDetailsProps) {
  const { t, language } = useI18n()
  const session = useSession()
  const isReception = session.status === 'in' && isAdmin(session.person)
  const { doctor, patient_complaint: complaint, notes, created_at } = appointment
  const reader = { is: 'staff', zone: ownZone } as const
  const created = t('appointments.dayAndClock', {
    day: formatDay(isoDay(created_at, ownZone), language, 'long'),
    clock: clockIn(created_at, ownZone),
  })
  return (
    <div className="grid gap-4 px-4 pt-1 pb-5">
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid content-start gap-3">
          <When appointment={appointment} reader={reader} />
          <MovedNote appointment={appointment} reader={reader} />
          <Ending appointment={appointment} status={shownStatus(appointment, useNow())} reader="staff" />
          {isDoctorShown && (
            <div>
              <p className="font-medium">
                <bdi>{titledName(doctor, t)}</bdi>
              </p>
              <p className="text-sm text-muted">{specialtyName(doctor, t)}</p>
            </div>
          )}
          <PatientContact patient={appointment.patient} />
        </div>
        {(complaint || notes) && (
          <dl className="grid content-start gap-3">
            {complaint && <Words title={t('appointments.complaint')} text={complaint} />}
            {notes && <Words title={t('appointments.note')} text={notes} />}
          </dl>
        )}
      </div>
      {isReception && isClaimable(appointment) && <RecordActions appointment={appointment} />}
      {appointment.type_id && <OfferDetails appointment={appointment} onPayments={onPayments} />}
      {/* All buttons have the same height, and fill the lines of a phone. */}
      <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:[&_.contents>button]:grow [&>button]:min-h-11! [&>button]:px-3! [&>button]:py-1.5! [&>button]:text-sm max-md:[&>button]:grow">
        {actions}
      </div>
      <p className="text-sm text-muted">{t('staff.created', { moment: created })}</p>
    </div>
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
