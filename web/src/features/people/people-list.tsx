// Searches accounts and lists them, newest first.
import { UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../components/lazy-with-retry.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import type { SignedIn } from '../../lib/session.ts'
import { usePaused } from '../../lib/use-paused.ts'
import { actionsIdOf, PersonRow } from './person-row.tsx'
import { FILTERS, type Filter, type Person, type PersonAction, usePeople } from './queries.ts'

const ActionDialog = lazyWithRetry(() => import('./action-dialog.tsx'))

const FILTER_NAMES: Record<Filter, TextKey> = {
  all: 'people.showAll',
  admin: 'people.showAdmins',
  doctor: 'people.showDoctors',
  patient: 'people.showPatients',
  without_factor: 'people.showWithoutFactor',
  banned: 'people.showBanned',
}

const MAX_SEARCH_LENGTH = 100

export function PeopleList({ person: me }: { person: SignedIn }) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [show, setShow] = useState<Filter>('all')
  const [asked, setAsked] = useState<{ action: PersonAction; person: Person }>()
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = usePeople(
    usePaused(text.trim()),
    show,
  )
  const people = data?.pages.flat()
  return (
    <div className="grid gap-5">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_16rem] sm:gap-4">
        {/* The field beside it has room for an error below. */}
        <div className="sm:pb-1.5">
          <SearchField
            label={t('people.search')}
            placeholder={t('people.searchPlaceholder')}
            clearLabel={t('people.clear')}
            value={text}
            onChange={(typed) => setText(typed.slice(0, MAX_SEARCH_LENGTH))}
          />
        </div>
        {/* On a phone the label stands beside the field. */}
        <div className="max-sm:*:grid-cols-[auto_minmax(0,1fr)] max-sm:*:items-center max-sm:*:gap-x-3">
          <SelectField label={t('people.show')} value={show} onChange={(event) => setShow(event.target.value as Filter)}>
            {FILTERS.map((filter) => (
              <option key={filter} value={filter}>
                {t(FILTER_NAMES[filter])}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {people && !isPlaceholderData
          ? t(hasNextPage ? 'people.shownFirst' : 'people.shown', { n: people.length, total: people[0]?.total ?? 0 })
          : t('people.loading')}
      </p>
      {isPending && <Skeleton className="h-96" />}
      {error && !people && <LoadFailed title={t('people.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {people?.length === 0 && <EmptyState icon={UsersRound} title={t('people.emptyTitle')} text={t('people.emptyText')} />}
      {people && people.length > 0 && (
        <ul
          aria-label={t('people.list')}
          aria-busy={isPlaceholderData}
          className="divide-y divide-line rounded-box border border-line bg-surface"
        >
          {people.map((person) => (
            <li key={person.user_id}>
              <PersonRow person={person} isMe={person.user_id === me.id} onAction={(action) => setAsked({ action, person })} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          look="secondary"
          className="justify-self-center"
          busyLabel={isFetchingNextPage && t('people.loading')}
          onClick={() => void fetchNextPage()}
        >
          {t('people.more')}
        </Button>
      )}
      {asked && (
        <Suspense>
          <ActionDialog
            {...asked}
            isMe={asked.person.user_id === me.id}
            onClose={() => setAsked(undefined)}
            returnFocus={() => document.getElementById(actionsIdOf(asked.person.user_id))?.querySelector('summary')?.focus()}
          />
        </Suspense>
      )}
    </div>
  )
}
