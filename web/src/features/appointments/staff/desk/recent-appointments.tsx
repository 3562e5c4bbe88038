import { useRef } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Card } from '../../../../components/ui/card.tsx'
import { RowsSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useRequestedFocus } from '../notes/requested-focus.ts'
import { useRecent } from '../use-staff-appointments.ts'
import { NoteChoices, type Unsaved } from './note-choices.tsx'

const HEADING = 'recent-appointments'

interface RecentAppointmentsProps {
  doctorId: string
  /** The id of the appointment whose note is open. */
  selected: string | undefined
  /** How many of the appointments have no note yet. */
  missing: number
  /** Whether a focus request targets the list, not the open note beside it. */
  isFocusWanted: boolean
  unsaved: Unsaved
  onSelect: (appointmentId: string) => void
}

/** The latest appointments that have begun. The doctor chooses one to write a note for. */
export function RecentAppointments({ doctorId, selected, missing, isFocusWanted, unsaved, onSelect }: RecentAppointmentsProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useRecent(doctorId)
  const heading = useRef<HTMLHeadingElement>(null)
  useRequestedFocus(heading, isFocusWanted)
  return (
    <section aria-labelledby={HEADING} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 ref={heading} id={HEADING} tabIndex={-1} className="text-xl font-semibold outline-none lg:text-lg">
          {t('notes.recent')}
        </h2>
        {missing > 0 && <p className="text-sm text-muted">{t('notes.missing', { number: missing })}</p>}
      </div>
      {error && !data && <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && (
        <Card className="px-4! py-1!">
          <RowsSkeleton rows={3} />
        </Card>
      )}
      {data?.length === 0 && <p className="text-muted">{t('notes.noRecent')}</p>}
      {data && data.length > 0 && <NoteChoices appointments={data} {...{ selected, unsaved, onSelect }} />}
    </section>
  )
}
