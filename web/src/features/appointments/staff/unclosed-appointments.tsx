// Confirmed appointments whose time is over: the doctor says whether they took place. Those left open are completed after a week.
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { When } from '../../../components/when.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../staff-queries.ts'
import { useUnclosed } from '../use-staff-appointments.ts'
import { APPOINTMENTS_HEADING } from './list-focus.ts'
import { PatientCardButton } from './patient-card-button.tsx'
import { patientName } from './patient-name.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import { useAnswer } from './use-answer.ts'

const INITIAL_ROWS = 3
const MAX_ROWS = 50
const HEADING = 'unclosed-appointments'

export function UnclosedAppointments({ doctor }: { doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const [max, setMax] = useState(INITIAL_ROWS)
  const [refused, setRefused] = useState<Appointment>()
  const { data } = useUnclosed(doctor.id, max)
  return (
    <>
      {data && data.total > 0 && (
        <section aria-labelledby={HEADING} className="grid gap-4 rounded-box bg-wait-tint p-4 sm:p-5">
          <div className="flex items-start gap-3">
            <CircleHelp aria-hidden="true" className="mt-1 size-5 shrink-0 text-wait" />
            <div className="grid gap-1">
              <h2 id={HEADING} tabIndex={-1} className="text-lg font-semibold outline-none">
                {t('doctorPanel.unclosed', { count: data.total })}
              </h2>
              <p className="max-w-[75ch] text-sm">{t('doctorPanel.unclosedText')}</p>
            </div>
          </div>
          <ul className="divide-y divide-line sm:ps-8">
            {data.appointments.map((appointment) => (
              <li key={appointment.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
                <div className="min-w-0 flex-1">
                  <h3 className="font-medium wrap-anywhere">
                    <bdi>{patientName(appointment, t)}</bdi>
                  </h3>
                  <When appointment={appointment} reader={{ is: 'staff', zone: doctor.timezone }} />
                </div>
                <PatientCardButton appointment={appointment} look="icon" />
                <Answers appointment={appointment} isLast={data.total === 1} onRefuse={setRefused} />
              </li>
            ))}
          </ul>
          {data.appointments.length < data.total && max < MAX_ROWS && (
            <Button look="secondary" className="justify-self-start sm:ms-8" onClick={() => setMax(MAX_ROWS)}>
              {t('doctorPanel.unclosedMore', { count: Math.min(MAX_ROWS, data.total) - data.appointments.length })}
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
  /** The section disappears together with the last row. */
  isLast: boolean
  onRefuse: (appointment: Appointment) => void
}

function Answers({ appointment, isLast, onRefuse }: AnswersProps) {
  const { t } = useI18n()
  // The button disappears with its row, so the focus moves to the heading above the remaining ones.
  const onDone = () => document.getElementById(isLast ? APPOINTMENTS_HEADING : HEADING)?.focus()
  const { mutate, isPending } = useAnswer({ appointment, place: 'panel', onDone })
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-3 sm:gap-3">
      <Button look="secondary" disabled={isPending} onClick={() => onRefuse(appointment)}>
        {t('staff.notHeld')}
      </Button>
      <Button busyLabel={isPending && t('staff.completing')} onClick={() => mutate('completed')}>
        {t('staff.complete')}
      </Button>
    </div>
  )
}
