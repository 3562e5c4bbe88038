// What is over, one row each. A row opens to everything that is known of the appointment.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Ending } from '../../../components/ending.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import { clockIn, isoDay } from '../../../lib/zones.ts'
import type { MyAppointment } from '../own-queries.ts'

/** How many are shown at a time. */
const PAGE = 10

const CHEVRON = 'size-5 shrink-0 text-brass transition-transform duration-200 ease-calm'

interface PastAppointmentsProps {
  appointments: MyAppointment[]
  ownZone: string
  isOpen: boolean
  cardOf: (appointment: MyAppointment) => ReactNode
}

export default function PastAppointments({ appointments, ownZone, isOpen, cardOf }: PastAppointmentsProps) {
  const { t } = useI18n()
  const [max, setMax] = useState(PAGE)
  return (
    <details open={isOpen} className="group/past col-span-full rounded-box border border-line bg-surface px-4 py-1 sm:px-5">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg hover:text-action">
        {t('appointments.past', { count: appointments.length })}
        <ChevronDown aria-hidden="true" className={`${CHEVRON} group-open/past:rotate-180`} />
      </summary>
      <ul className="divide-y divide-line">
        {appointments.slice(0, max).map((each) => (
          <li key={each.id}>
            <Row appointment={each} ownZone={ownZone} cardOf={cardOf} />
          </li>
        ))}
      </ul>
      {appointments.length > max && (
        <Button look="secondary" className="mt-5" onClick={() => setMax(max + PAGE)}>
          {t('appointments.showMore')}
        </Button>
      )}
    </details>
  )
}

function Row({ appointment, ownZone, cardOf }: Omit<PastAppointmentsProps, 'appointments' | 'isOpen'> & { appointment: MyAppointment }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const { doctor, starts_at } = appointment
  const status = shownStatus(appointment, useNow())
  return (
    <details className="group/row" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="grid min-h-14 cursor-pointer grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-lg py-2 hover:text-action sm:grid-cols-[12rem_minmax(0,1fr)_auto_auto]">
        <time dateTime={starts_at} className="text-sm text-muted max-sm:row-start-2">
          {formatDay(isoDay(starts_at, ownZone), language, 'long')} <bdi dir="ltr">{clockIn(starts_at, ownZone)}</bdi>
        </time>
        <span className="min-w-0 max-sm:truncate">
          <span className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>{' '}
          <span className="text-sm text-muted">{specialtyName(doctor.specialization, t)}</span>
        </span>
        <span className="max-sm:row-span-2">
          <StatusBadge status={status} />
        </span>
        {/* Open, the card says it. */}
        {!isOpen && (
          <div className="max-sm:row-start-3 sm:col-start-2 sm:row-start-2">
            <Ending appointment={appointment} status={status} reader="patient" />
          </div>
        )}
        <ChevronDown
          aria-hidden="true"
          className={`${CHEVRON} sm:row-start-1 sm:col-start-4 group-open/row:rotate-180 max-sm:row-span-2`}
        />
      </summary>
      {isOpen && <div className="border-s-2 border-brass pt-2 pb-5 ps-4">{cardOf(appointment)}</div>}
    </details>
  )
}
