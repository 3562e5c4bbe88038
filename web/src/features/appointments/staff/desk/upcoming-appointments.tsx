import { useMemo } from 'react'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { canHaveNote } from '../../shared/changes.ts'
import { NO_FILTERS } from '../lists/list-filters.ts'
import { ownLists } from '../lists/own-lists.ts'
import type { Appointment } from '../queries.ts'
import { useAppointmentPages } from '../use-staff-appointments.ts'
import { NoteChoices, type Unsaved } from './note-choices.tsx'

const HEADING = 'upcoming-appointments'
const MAX_ROWS = 10

/** The next appointments that have not begun and can have a note. Reads the panel's first list from the cache. */
export function useUpcoming(doctor: { id: string; timezone: string }): Appointment[] | undefined {
  const now = useNow()
  const { data } = useAppointmentPages(ownLists(doctor, NO_FILTERS, now).coming)
  return useMemo(() => {
    const rows = data?.pages.flat().filter((each) => canHaveNote(each) && new Date(each.starts_at) > now)
    return rows?.slice(0, MAX_ROWS)
  }, [data, now])
}

interface UpcomingAppointmentsProps {
  appointments: Appointment[]
  selected: string | undefined
  unsaved: Unsaved
  onSelect: (appointmentId: string) => void
}

export function UpcomingAppointments({ appointments, ...choices }: UpcomingAppointmentsProps) {
  const { t } = useI18n()
  return (
    <section aria-labelledby={HEADING} className="grid grid-cols-1 gap-3">
      <h2 id={HEADING} className="text-lg font-semibold">
        {t('doctorPanel.upcoming')}
      </h2>
      <NoteChoices appointments={appointments} {...choices} />
    </section>
  )
}
