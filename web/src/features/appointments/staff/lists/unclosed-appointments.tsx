// Confirmed appointments whose time is over. The doctor says whether they took place and whether the patient came.
// The database completes those left open after a week.

import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { PersonName } from '../../../../components/person-name.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { When } from '../../../../domain/when.tsx'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { PatientCardButton } from '../notes/patient-card-button.tsx'
import { PatientLine } from '../patient-line.tsx'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { IN_ROW, TINTED_IN_ROW } from '../row-look.tsx'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { useAnswer } from './use-answer.ts'

export const INITIAL_UNCLOSED = 3
export const MAX_UNCLOSED = 50
const HEADING = 'unclosed-appointments'

interface UnclosedAppointmentsProps {
  doctor: { timezone: string }
  /** The first unclosed appointments and their total. Undefined while loading. */
  unclosed: { appointments: Appointment[]; total: number } | undefined
  onMore: () => void
}

export function UnclosedAppointments({ doctor, unclosed: data, onMore }: UnclosedAppointmentsProps) {
  const { t } = useI18n()
  const [refused, setRefused] = useState<Appointment>()
  return (
    <>
      {data && data.total > 0 && (
        <section aria-labelledby={HEADING} className="grid gap-2 rounded-box bg-wait-tint px-3 py-3 sm:px-4">
          <div className="flex items-start gap-3">
            <CircleHelp aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
            <div className="grid gap-0.5">
              <h2 id={HEADING} tabIndex={-1} className="font-semibold outline-none">
                {t('doctorPanel.unclosed', { count: data.total })}
              </h2>
              <p className="max-w-[110ch] text-sm text-pretty max-sm:hidden">{t('doctorPanel.unclosedText')}</p>
            </div>
          </div>
          <ul className="divide-y divide-line sm:ps-8">
            {data.appointments.map((appointment) => (
              <li key={appointment.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5 last:pb-0">
                <div className="min-w-0 flex-1 basis-56 sm:flex sm:items-baseline sm:gap-x-4">
                  <h3 className="font-medium wrap-anywhere">
                    <PersonName>{patientName(appointment, t)}</PersonName>
                  </h3>
                  <PatientLine appointment={appointment} className="text-sm" />
                  <div className="text-sm text-muted *:*:font-normal">
                    <When appointment={appointment} reader={{ is: 'staff', zone: doctor.timezone }} />
                  </div>
                </div>
                <div className="flex max-md:hidden">
                  <PatientCardButton appointment={appointment} look="slim" />
                </div>
                <Answers appointment={appointment} isLast={data.total === 1} onRefuse={setRefused} />
              </li>
            ))}
          </ul>
          {data.appointments.length < Math.min(MAX_UNCLOSED, data.total) && (
            <Button look="secondary" className={classes(IN_ROW, 'justify-self-start sm:ms-8')} onClick={onMore}>
              {t('doctorPanel.unclosedMore', { count: Math.min(MAX_UNCLOSED, data.total) - data.appointments.length })}
            </Button>
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
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2!">
      <Button look="quiet" className={IN_ROW} disabled={isPending} onClick={() => onRefuse(appointment)}>
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
      <Button
        look="tinted"
        className={TINTED_IN_ROW}
        disabled={missing.isPending}
        busyLabel={completing.isPending && t('staff.completing')}
        onClick={() => completing.mutate('completed')}
      >
        {t('staff.complete')}
      </Button>
    </div>
  )
}
