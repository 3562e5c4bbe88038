import { NotebookPen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { canHaveNote } from '../changes.ts'
import type { Appointment, AppointmentPage } from '../queries.ts'
import { AppointmentActions } from './appointment-actions.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { useListFocus } from './list-focus.ts'
import { PatientCardButton } from './patient-card.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import type { Place } from './use-answer.ts'

interface AppointmentListProps {
  page: AppointmentPage
  /** Shown if there are none. The list stays mounted, because it remembers where the focus was. */
  empty: ReactNode
  place: Place
  /** The reader's time zone. While it is unknown, each appointment is shown in its doctor's. */
  ownZone: string | undefined
  /** Loads more rows. */
  onMore: () => void
  /** Opens the note of an appointment that can have one. */
  onNote?: (appointment: Appointment) => void
  /** The call and the files of the appointment. */
  renderPanel?: (appointment: Appointment) => ReactNode
}

export function AppointmentList({ page, empty, place, ownZone, onMore, onNote, renderPanel }: AppointmentListProps) {
  const { t } = useI18n()
  const { appointments, total } = page
  const [refused, setRefused] = useState<Appointment>()
  const focus = useListFocus(appointments)
  return (
    <div className="grid gap-4">
      {appointments.length === 0 && empty}
      <ul className="grid gap-4 empty:hidden" {...focus}>
        {appointments.map((appointment) => (
          <li key={appointment.id} className="min-w-0">
            <AppointmentCard
              appointment={appointment}
              ownZone={ownZone ?? appointment.timezone}
              isDoctorShown={place === 'dashboard'}
              panel={renderPanel?.(appointment)}
              actions={
                <AppointmentActions appointment={appointment} place={place} onRefuse={setRefused}>
                  {onNote && <PatientCardButton appointment={appointment} />}
                  {onNote && canHaveNote(appointment) && (
                    <Button look="quiet" onClick={() => onNote(appointment)}>
                      <NotebookPen aria-hidden="true" className="size-4 text-brass" />
                      {t(appointment.notes ? 'doctorPanel.editNote' : 'doctorPanel.addNote')}
                    </Button>
                  )}
                </AppointmentActions>
              }
            />
          </li>
        ))}
      </ul>
      {appointments.length < total && (
        <div className="grid justify-items-center gap-2">
          <p className="text-sm text-muted">{t('staff.shown', { shown: appointments.length, total })}</p>
          <Button look="secondary" onClick={onMore}>
            {t('staff.more')}
          </Button>
        </div>
      )}
      {refused && <RefuseDialog key={refused.id} appointment={refused} place={place} onClose={() => setRefused(undefined)} />}
    </div>
  )
}
