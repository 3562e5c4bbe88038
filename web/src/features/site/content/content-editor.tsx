// Loads an entry for its editor.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { FormSkeleton } from '../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useTexts } from '../../../lib/load/use-texts.ts'
import { Link } from '../../../lib/router/link.tsx'
import { EntryForm } from './entry-form.tsx'
import type { Kind } from './kinds.ts'
import { contentEntry } from './queries.ts'

interface ContentEditorProps {
  kind: Kind
  id: string
  /** Whether the entry has never been saved. */
  isNew: boolean
}

export default function ContentEditor({ kind, id, isNew }: ContentEditorProps) {
  useTexts('panel')
  const { t } = useI18n()
  const { data, error, refetch } = useQuery({ ...contentEntry(id), enabled: !isNew })
  const content = (): ReactNode => {
    if (isNew || data) return <EntryForm key={id} kind={kind} id={id} entry={data ?? undefined} />
    if (data === null) return <EmptyState icon={SearchX} title={t('content.goneTitle')} text={t('content.gone')} />
    if (error) return <LoadFailed title={t('site.loadFailed')} error={error} onRetry={() => void refetch()} />
    return <FormSkeleton fields={5} />
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link to={`?tab=${kind}`} className="flex min-h-11 w-fit items-center gap-2 font-medium text-action hover:underline">
        <ArrowLeft aria-hidden="true" className="mirrored size-4" />
        {t('content.backToList')}
      </Link>
      {content()}
    </div>
  )
}
