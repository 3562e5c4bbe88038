// The people whom the signed-in user books for, and a button to add one. Load this module lazily.
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { RowsSkeleton } from '../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import { AddDialog } from './add-dialog.tsx'
import { type Owner, useRelatives } from './queries.ts'
import { RelativeRow } from './relative-row.tsx'

/**
 * `isAnybody` says whether the profile has people, so that the list is worth loading. Once it had some, only the list decides that there
 * are none.
 */
export default function RelativesTab({ owner, isAnybody }: { owner: Owner; isAnybody: boolean }) {
  useTexts('relatives')
  const { t } = useI18n()
  const [hasAny, setHasAny] = useState(isAnybody)
  if (isAnybody && !hasAny) setHasAny(true)
  const [isAdding, setIsAdding] = useState(false)
  const { data, error, refetch } = useRelatives(owner.userId, hasAny)
  if (hasAny && error && !data) return <LoadFailed title={t('relatives.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (hasAny && !data) return <RowsSkeleton />
  const people = hasAny ? (data ?? []) : []
  const add = (
    <AddDialog
      owner={owner}
      open={isAdding}
      onOpenChange={setIsAdding}
      trigger={
        <Button look={people.length > 0 ? 'secondary' : 'tinted'}>
          <Plus aria-hidden="true" className="size-4" />
          {t('relatives.add')}
        </Button>
      }
    />
  )
  if (people.length === 0) return <EmptyState icon={Users} title={t('relatives.empty')} text={t('relatives.lead')} action={add} />
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{t('profile.tabRelatives')}</h2>
          {/* Hidden on phones, where it takes three lines and people who have added somebody know it. */}
          <p className="max-w-[65ch] text-sm text-muted max-sm:hidden">{t('relatives.lead')}</p>
        </div>
        {add}
      </div>
      <ul className="mt-3 -mb-4 divide-y divide-line border-t border-line">
        {people.map((relative) => (
          <li key={relative.user_id}>
            <RelativeRow {...{ relative, owner }} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
