import { useRef } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useRecent } from '../use-staff-appointments.ts'
import { NoteChoices } from './note-choices.tsx'
import type { Drafts } from './note-draft.ts'
import { useRequestedFocus } from './requested-focus.ts'

const HEADING = 'recent-appointments'

interface RecentAppointmentsProps {
  doctorId: string
  /** The one whose note is open. */
  selected: string | undefined
  /** How to choose, unless it is said elsewhere. */
  hint: string | undefined
  drafts: Drafts
  onSelect: (appointmentId: string) => void
}

/** The latest appointments that have begun, to choose one to write about. */
export function RecentAppointments({ doctorId, selected, hint, drafts, onSelect }: RecentAppointmentsProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useRecent(doctorId)
  const heading = useRef<HTMLHeadingElement>(null)
  useRequestedFocus(heading, selected === undefined)
  return (
    <section aria-labelledby={HEADING} className="grid grid-cols-1 gap-3">
      <div className="grid gap-1">
        <h2 ref={heading} id={HEADING} tabIndex={-1} className="text-xl font-semibold outline-none lg:text-lg">
          {t('notes.recent')}
        </h2>
        {hint && <p className="text-muted">{hint}</p>}
      </div>
      {error && !data && <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-54" />}
      {data?.length === 0 && <p className="text-muted">{t('notes.noRecent')}</p>}
      {data && data.length > 0 && <NoteChoices appointments={data} {...{ selected, drafts, onSelect }} />}
    </section>
  )
}
