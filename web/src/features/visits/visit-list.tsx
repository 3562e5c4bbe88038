import { NotebookPen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { canHaveNote, type Visit, type VisitPage } from './queries.ts'
import { RefuseDialog } from './refuse-dialog.tsx'
import type { Place } from './use-answer.ts'
import { VisitActions } from './visit-actions.tsx'
import { VisitCard } from './visit-card.tsx'

interface VisitListProps {
  page: VisitPage
  /** Shown instead of none; the list itself stays, with where somebody was in it. */
  empty: ReactNode
  place: Place
  /** That of each appointment's doctor where the reader's is not known yet. */
  ownZone: string | undefined
  /** Shows another page below. */
  onMore: () => void
  /** Opens the note, where there can be one. */
  onNote?: (visit: Visit) => void
  /** What its two people share. */
  renderPanel?: (visit: Visit) => ReactNode
}

export function VisitList({ page, empty, place, ownZone, onMore, onNote, renderPanel }: VisitListProps) {
  const { t } = useI18n()
  const { visits, total } = page
  const [refused, setRefused] = useState<Visit>()
  const focus = useKeptFocus(visits)
  return (
    <div className="grid gap-4">
      {visits.length === 0 && empty}
      <ul className="grid gap-4 empty:hidden" {...focus}>
        {visits.map((visit) => (
          <li key={visit.id} className="min-w-0">
            <VisitCard
              visit={visit}
              ownZone={ownZone ?? visit.timezone}
              isDoctorShown={place === 'dashboard'}
              panel={renderPanel?.(visit)}
              actions={
                <VisitActions visit={visit} place={place} onRefuse={setRefused}>
                  {onNote && canHaveNote(visit) && (
                    <Button look="quiet" onClick={() => onNote(visit)}>
                      <NotebookPen aria-hidden="true" className="size-4 text-brass" />
                      {t(visit.notes ? 'doctorPanel.editNote' : 'doctorPanel.addNote')}
                    </Button>
                  )}
                </VisitActions>
              }
            />
          </li>
        ))}
      </ul>
      {visits.length < total && (
        <div className="grid justify-items-center gap-2">
          <p className="text-sm text-muted">{t('visits.shown', { shown: visits.length, total })}</p>
          <Button look="secondary" onClick={onMore}>
            {t('visits.more')}
          </Button>
        </div>
      )}
      {refused && <RefuseDialog key={refused.id} visit={refused} place={place} onClose={() => setRefused(undefined)} />}
    </div>
  )
}

export function VisitListSkeleton() {
  return (
    <div className="grid gap-4">
      {['first', 'second', 'third'].map((each) => (
        <Skeleton key={each} className="h-56" />
      ))}
    </div>
  )
}
