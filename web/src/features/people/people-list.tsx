// Searches accounts and lists them, newest first.
import { UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { PlainSelect } from '../../components/ui/plain-select.tsx'
import { RowListSkeleton } from '../../components/ui/row-list-skeleton.tsx'
import { SearchField } from '../../components/ui/search-field.tsx'
import { useDoctorExtras } from '../../domain/doctor-extras.ts'
import { useFilterParams, useTypedFilter } from '../../lib/filter-params.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import type { SignedIn } from '../../lib/session/session-state.ts'
import { actionsIdOf, PersonRow, PersonTitles } from './person-row.tsx'
import { FILTERS, type Filter, type Person, type PersonAction, usePeople } from './queries.ts'

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'))

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
  const { t, language } = useI18n()
  const { params, change } = useFilterParams()
  const wanted = (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)
  const show = FILTERS.find((each) => each === params.get('show')) ?? 'all'
  const { text, setText } = useTypedFilter(wanted, (typed) => change({ q: typed.trim() }))
  const [asked, setAsked] = useState<{ action: PersonAction; person: Person }>()
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = usePeople(
    wanted.trim(),
    show,
  )
  const people = data?.pages.flat()
  const doctors = useDoctorExtras(people?.some(({ doctor_id }) => doctor_id) ?? false)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 max-sm:*:first:col-span-2 sm:grid-cols-[minmax(0,1fr)_14rem] lg:grid-cols-[minmax(0,1fr)_14rem_auto]">
        <SearchField
          label={t('people.search')}
          placeholder={t('people.searchPlaceholder')}
          clearLabel={t('people.clear')}
          value={text}
          onChange={(typed) => setText(typed.slice(0, MAX_SEARCH_LENGTH))}
        />
        <PlainSelect label={t('people.show')} value={show} onChange={(next) => change({ show: next === 'all' ? undefined : next })}>
          {FILTERS.map((filter) => (
            <option key={filter} value={filter}>
              {t(FILTER_NAMES[filter])}
            </option>
          ))}
        </PlainSelect>
        <p aria-live="polite" className="text-sm text-muted sm:col-span-2 lg:col-span-1">
          <span className="max-sm:sr-only">
            {people && !isPlaceholderData
              ? t(hasNextPage ? 'people.shownFirst' : 'people.shown', { n: people.length, total: people[0]?.total ?? 0 })
              : !error && t('people.loading')}
          </span>
          {/* A phone has only one line beside the filter, so it shows the figures alone. */}
          <bdi dir="ltr" aria-hidden="true" className="block min-w-16 text-end tabular-nums rtl:text-start sm:hidden">
            {people &&
              !isPlaceholderData &&
              [people.length, ...(hasNextPage ? [people[0]?.total ?? 0] : [])].map((n) => formatNumber(n, language)).join('\u00a0/\u00a0')}
          </bdi>
        </p>
      </div>
      {isPending && <RowListSkeleton count={8} hasPortrait />}
      {error && !people && <LoadFailed title={t('people.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {people?.length === 0 && <EmptyState icon={UsersRound} title={t('people.emptyTitle')} text={t('people.emptyText')} />}
      {people && people.length > 0 && (
        <div className="rounded-box border border-line bg-surface">
          <PersonTitles />
          <ul aria-label={t('people.list')} aria-busy={isPlaceholderData} className="divide-y divide-line">
            {people.map((person) => (
              <li key={person.user_id} className="@container">
                <PersonRow
                  person={person}
                  photoPath={doctors.get(person.doctor_id ?? '')?.photo_path ?? null}
                  isMe={person.user_id === me.id}
                  onAction={(action) => setAsked({ action, person })}
                />
              </li>
            ))}
          </ul>
        </div>
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
