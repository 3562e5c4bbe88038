// Notes about visits. What was typed stays, whichever tab or visit is looked at, until it is saved or given up.
import { NotebookPen } from 'lucide-react'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Banner } from '../../components/ui/banner.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { NoteEditor } from './note-editor.tsx'
import { RecentVisits } from './recent-visits.tsx'
import { useVisit } from './use-visits.ts'

export interface Draft {
  text: string
  /** Whom it is about, for finding it again. */
  name: string
}

export type Drafts = Partial<Record<string, Draft>>

interface NotesTabProps {
  doctor: { id: string; timezone: string }
  /** The one that is written about. */
  visitId: string | undefined
  onSelect: (visitId: string | undefined) => void
}

export function NotesTab({ doctor, visitId, onSelect }: NotesTabProps) {
  const { t } = useI18n()
  const [drafts, setDrafts] = useState<Drafts>({})
  const others = Object.entries(drafts).filter(([id, draft]) => draft && id !== visitId)
  return (
    <div className="grid grid-cols-1 gap-6">
      {others.length > 0 && (
        <Banner tone="warning">
          <p>{t('notes.others')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {others.map(([id, draft]) => (
              <Button key={id} look="secondary" onClick={() => onSelect(id)}>
                <bdi>{draft?.name}</bdi>
              </Button>
            ))}
          </div>
        </Banner>
      )}
      {visitId ? (
        <SelectedVisit key={visitId} {...{ doctor, visitId, onSelect, drafts, setDrafts }} />
      ) : (
        <>
          <EmptyState icon={NotebookPen} title={t('notes.chooseTitle')} text={t('notes.choose')} />
          <RecentVisits doctorId={doctor.id} drafts={drafts} onSelect={onSelect} />
        </>
      )}
      <UnsavedChanges isDirty={Object.values(drafts).some(Boolean)} />
    </div>
  )
}

interface SelectedVisitProps extends NotesTabProps {
  visitId: string
  drafts: Drafts
  setDrafts: Dispatch<SetStateAction<Drafts>>
}

function SelectedVisit({ doctor, visitId, onSelect, drafts, setDrafts }: SelectedVisitProps) {
  const { t } = useI18n()
  const { data: visit, error, refetch } = useVisit(doctor.id, visitId)
  if (error && !visit) return <LoadFailed title={t('doctorPanel.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (visit === undefined) return <Skeleton className="h-96" />
  if (!visit) {
    return (
      <>
        <Banner tone="warning">{t('notes.notFound')}</Banner>
        <RecentVisits doctorId={doctor.id} drafts={drafts} onSelect={onSelect} />
      </>
    )
  }
  return (
    <NoteEditor
      visit={visit}
      ownZone={doctor.timezone}
      draft={drafts[visitId]?.text}
      onDraft={(change) => setDrafts((all) => ({ ...all, [visitId]: change(all[visitId]) }))}
      onClose={() => onSelect(undefined)}
    />
  )
}
