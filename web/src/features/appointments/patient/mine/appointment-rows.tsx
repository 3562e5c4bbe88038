// Appointments as rows, grouped by month. A row opens to all details of the appointment.
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { Ending } from '../../../../domain/ending.tsx'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { StatusBadge, shownStatus } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { bothClocks, showSameTime } from '../../../../lib/time/clocks.ts'
import { formatDay, monthTitle } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { isoDay } from '../../../../lib/time/zones.ts'
import type { MyAppointment } from '../own-queries.ts'
import { AppointmentBody, type AppointmentParts } from './appointment-body.tsx'

/** The number of rows that are added at a time. */
const PAGE = 12

interface RowsProps {
  appointments: MyAppointment[]
  ownZone: string
  partsOf: (appointment: MyAppointment) => AppointmentParts
}

export function AppointmentRows({ appointments, ownZone, partsOf }: RowsProps) {
  const { t, language } = useI18n()
  const [max, setMax] = useState(PAGE)
  const list = useRef<HTMLUListElement>(null)
  const monthOf = (each: MyAppointment | undefined) => each && isoDay(each.starts_at, ownZone).slice(0, 7)
  const showMore = () => {
    setMax(max + PAGE)
    // The button may disappear, so the focus moves to the first added row.
    requestAnimationFrame(() => list.current?.children[max]?.querySelector('summary')?.focus())
  }
  return (
    <>
      {/* One list for all months, so that a row that moves to another month stays open. */}
      <ul ref={list}>
        {appointments.slice(0, max).map((each, place) => {
          const isFirstOfMonth = monthOf(each) !== monthOf(appointments[place - 1])
          return (
            <li key={each.id} className="group/item border-line not-first:border-t">
              {isFirstOfMonth && (
                <h3 className="border-b border-line bg-tint/50 px-4 py-2 text-sm font-medium text-muted sm:px-5">
                  {monthTitle(isoDay(each.starts_at, ownZone), language)}
                </h3>
              )}
              <Row appointment={each} ownZone={ownZone} partsOf={partsOf} />
            </li>
          )
        })}
      </ul>
      {appointments.length > max && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <Button look="secondary" onClick={showMore}>
            {t('appointments.showMore')}
          </Button>
        </div>
      )}
    </>
  )
}

// On a phone there are two lines: the time, and the doctor. In wider windows they are side by side.
const LINE = 'flex min-w-0 items-center justify-between gap-2 sm:contents'

function Row({ appointment, ownZone, partsOf }: Omit<RowsProps, 'appointments'> & { appointment: MyAppointment }) {
  const { t, language } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  // The content stays mounted after the first opening, because it may be uploading files.
  const [wasOpen, setWasOpen] = useState(false)
  const { doctor, person, starts_at } = appointment
  const status = shownStatus(appointment, useNow())
  const [own, doctors] = bothClocks(appointment, { is: 'patient', zone: ownZone }, language)
  const specialty = specialtyName(doctor, t)
  return (
    <article id={`appointment-${appointment.id}`} className="scroll-mt-20">
      <details
        className="group/row"
        onToggle={({ currentTarget: { open } }) => {
          setIsOpen(open)
          if (open) setWasOpen(true)
        }}
      >
        <summary className="grid min-h-18 cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-2 -outline-offset-2 sm:py-2.5 transition-colors duration-150 ease-calm group-last/item:rounded-b-box hover:bg-tint/60 sm:grid-cols-[auto_11rem_minmax(0,1fr)_auto_auto] sm:gap-x-4 sm:px-5 lg:grid-cols-[auto_13rem_minmax(0,13rem)_minmax(0,1fr)_auto_auto]">
          <Portrait doctor={doctor} size="tiny" isDecorative />
          <div className="grid min-w-0 sm:contents">
            <div className={LINE}>
              <div className="min-w-0 max-sm:leading-6">
                <time dateTime={starts_at} className="font-medium">
                  {formatDay(own.day, language, 'short')} <bdi dir="ltr">{own.time}</bdi>
                </time>
                {!showSameTime(own, doctors) && (
                  <p className="text-sm text-muted max-sm:hidden">{t('booking.doctorsTime', { time: `\u2066${doctors.time}\u2069` })}</p>
                )}
              </div>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-brass transition-transform duration-200 ease-calm group-open/row:rotate-180 sm:order-last"
              />
            </div>
            <div className={LINE}>
              <div className="min-w-0 leading-snug max-sm:text-sm max-sm:leading-tight max-sm:text-muted">
                {titledName(doctor, t)}
                {person && (
                  <p className="text-sm font-medium text-ink wrap-anywhere">{t('appointments.forPerson', { name: person.name })}</p>
                )}
                <p className="text-sm text-muted max-sm:hidden">{specialty}</p>
              </div>
              {/* In an open row the complaint is below. */}
              <p className="truncate text-sm text-muted max-lg:hidden">{!isOpen && <bdi>{appointment.patient_complaint}</bdi>}</p>
              <div className="flex shrink-0 whitespace-nowrap max-sm:*:px-2 max-sm:*:text-xs">
                <StatusBadge status={status} />
              </div>
            </div>
          </div>
          {/* In an open row the details contain this. */}
          {!isOpen && (
            <div className="col-start-2 sm:order-last sm:col-span-3 sm:col-start-3 sm:row-start-2 lg:col-span-4">
              <Ending appointment={appointment} status={status} reader="patient" />
            </div>
          )}
        </summary>
        {wasOpen && (
          <div className="grid gap-3 px-4 pt-2 pb-5 sm:ps-19 sm:pe-5">
            <p className="text-sm text-muted sm:hidden">{specialty}</p>
            <AppointmentBody {...{ appointment, ownZone }} parts={partsOf(appointment)} />
          </div>
        )}
      </details>
    </article>
  )
}
