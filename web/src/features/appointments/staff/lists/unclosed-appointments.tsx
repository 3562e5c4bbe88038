// Confirmed appointments whose time is over. The doctor says whether they took place and whether the patient came.
// The database completes those left open after a week.

import { ChevronDown, CircleHelp, ClockAlert } from 'lucide-react'
import { useState } from 'react'
import { PersonName } from '../../../../components/person-name.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { When } from '../../../../domain/when.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useIsPhone } from '../../../../lib/use-is-wide.ts'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { IN_ROW, TINTED_IN_ROW } from '../row-look.tsx'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { useAnswer } from './use-answer.ts'

/** More than are shown at first, so that the list below does not repeat those of today that are still folded. */
const INITIAL_UNCLOSED = 10
/** More rows would push today's list out of the first window. */
const FIRST_SHOWN = 2
const MAX_UNCLOSED = 50
const HEADING = 'unclosed-appointments'
const ROWS = 'unclosed-rows'

/** The number of rows to load. */
export const maxUnclosed = (isUnfolded: boolean) => (isUnfolded ? MAX_UNCLOSED : INITIAL_UNCLOSED)

interface UnclosedAppointmentsProps {
  doctor: { timezone: string }
  /** The first unclosed appointments and their total. Undefined while loading. */
  unclosed: { appointments: Appointment[]; total: number } | undefined
  isUnfolded: boolean
  onUnfold: (isUnfolded: boolean) => void
}

export function UnclosedAppointments({ doctor, unclosed: data, isUnfolded, onUnfold }: UnclosedAppointmentsProps) {
  const { t } = useI18n()
  const isPhone = useIsPhone()
  const [refused, setRefused] = useState<Appointment>()
  const folded = isPhone ? 0 : FIRST_SHOWN
  const shown = data?.appointments.slice(0, isUnfolded ? MAX_UNCLOSED : folded) ?? []
  const more = Math.min(MAX_UNCLOSED, data?.total ?? 0) - shown.length
  const unfold = () => {
    onUnfold(true)
    // The button disappears.
    document.getElementById(HEADING)?.focus()
  }
  const title = t('doctorPanel.unclosed', { count: data?.total ?? 0 })
  return (
    <>
      {data && data.total > 0 && (
        <section aria-labelledby={HEADING} className="rounded-box bg-wait-tint px-3 sm:px-4 sm:pb-1">
          {isPhone ? (
            <h2 className="font-semibold">
              <button
                type="button"
                id={HEADING}
                aria-expanded={isUnfolded}
                aria-controls={ROWS}
                onClick={() => onUnfold(!isUnfolded)}
                className="-mx-3 flex min-h-14 w-[calc(100%+var(--spacing)*6)] items-center gap-2.5 rounded-box px-3 py-2 text-start -outline-offset-2"
              >
                <ClockAlert aria-hidden="true" className="size-4.5 shrink-0 text-wait" />
                <span className="min-w-0 flex-1">{title}</span>
                <ChevronDown
                  aria-hidden="true"
                  className={classes('size-5 shrink-0 text-wait transition-transform duration-200 ease-calm', isUnfolded && 'rotate-180')}
                />
              </button>
            </h2>
          ) : (
            <div className="flex flex-wrap items-start justify-between gap-x-3">
              <details className="min-w-0 flex-1 basis-[9em] open:basis-full">
                <summary id={HEADING} className="flex min-h-11 w-fit cursor-pointer items-center gap-1.5 py-2 -outline-offset-2">
                  <h2 className="font-semibold">{title}</h2>
                  <CircleHelp aria-hidden="true" className="size-4.5 shrink-0 text-wait" />
                </summary>
                <p className="max-w-[110ch] pb-2 text-sm text-pretty">{t('doctorPanel.unclosedText')}</p>
              </details>
              {more > 0 && (
                <Button look="quiet" className={`${IN_ROW} -mx-3`} onClick={unfold}>
                  {t('doctorPanel.unclosedMore', { count: more })}
                </Button>
              )}
            </div>
          )}
          <ul id={ROWS} hidden={shown.length === 0} className="divide-y divide-wait/15 border-t border-wait/15">
            {shown.map((appointment) => (
              <li key={appointment.id} className="flex flex-wrap items-center justify-between gap-x-3">
                <div className="min-w-0 flex-1 basis-[9em] max-sm:pt-1 sm:flex sm:basis-56 sm:items-baseline sm:gap-x-4">
                  <h3 className="font-medium wrap-anywhere max-sm:leading-5 sm:min-w-36">
                    <PersonName>{patientName(appointment, t)}</PersonName>
                  </h3>
                  <PatientLine appointment={appointment} className="text-sm" />
                  <div className="text-sm text-muted **:leading-5 *:*:font-normal">
                    <When appointment={appointment} reader={{ is: 'staff', zone: doctor.timezone }} dayStyle="short" />
                  </div>
                </div>
                <div className="flex max-md:hidden">
                  <PatientCardButton appointment={appointment} look="slim" />
                </div>
                <Answers appointment={appointment} isLast={data.total === 1} onRefuse={setRefused} />
              </li>
            ))}
          </ul>
          {isPhone && isUnfolded && (
            <p className="border-t border-wait/15 py-3 text-[0.8125rem] leading-5 text-pretty text-muted">
              {t('doctorPanel.unclosedText')}
            </p>
          )}
        </section>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place="panel" onClose={() => setRefused(undefined)} />}
    </>
  )
}

interface AnswersProps {
  appointment: Appointment
  /** Whether this is the last row. The section disappears with it. */
  isLast: boolean
  onRefuse: (appointment: Appointment) => void
}

function Answers({ appointment, isLast, onRefuse }: AnswersProps) {
  const { t } = useI18n()
  // The button disappears with its row, so the focus moves to the heading above the remaining ones.
  const onDone = () => document.getElementById(isLast ? APPOINTMENTS_HEADING : HEADING)?.focus()
  const completing = useAnswer({ appointment, place: 'panel', onDone })
  const missing = useAnswer({ appointment, place: 'panel', didNotCome: true, onDone })
  const isPending = completing.isPending || missing.isPending
  return (
    <div className="flex gap-2 max-sm:contents">
      {/* On a phone these two are below the name and the main answer. */}
      <div className="flex flex-wrap gap-x-2 max-sm:order-1 max-sm:-mx-3 max-sm:-mt-2 max-sm:basis-full">
        <Button
          look="quiet"
          className={`${IN_ROW} max-w-full max-sm:whitespace-normal`}
          disabled={isPending}
          onClick={() => onRefuse(appointment)}
        >
          {t('staff.notHeld')}
        </Button>
        <Button
          look="quiet"
          className={IN_ROW}
          disabled={completing.isPending}
          busyLabel={missing.isPending && t('staff.completing')}
          onClick={() => missing.mutate('completed')}
        >
          {t('row.didNotCome')}
        </Button>
      </div>
      <Button
        look="tinted"
        className={`${TINTED_IN_ROW} max-w-full max-sm:whitespace-normal`}
        disabled={missing.isPending}
        busyLabel={completing.isPending && t('staff.completing')}
        onClick={() => completing.mutate('completed')}
      >
        {t('staff.complete')}
      </Button>
    </div>
  )
}
