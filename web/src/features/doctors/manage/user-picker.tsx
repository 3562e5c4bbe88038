// Searches for users and selects one.

import { useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { type Ref, useId } from 'react'
import { Badge } from '../../../components/ui/badge.tsx'
import { Button, Spinner } from '../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { SearchInput } from '../../../components/ui/search-field.tsx'
import { classes } from '../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { usePaused } from '../../../lib/use-paused.ts'
import { searchFault } from './assignment-errors.ts'
import { type FoundUser, MAX_RESULTS, MAX_SEARCH_LENGTH, searchUsers } from './user-search.ts'

/** For texts up to this length, "not found" is not shown, because the person is probably still typing. */
const MAX_UNFINISHED_LENGTH = 2

export const SEARCHES = ['user-search']

interface UserPickerProps {
  text: string
  onText: (text: string) => void
  chosen: FoundUser | undefined
  onChoose: (user: FoundUser) => void
  error: string | undefined
  field: Ref<HTMLInputElement>
}

export function UserPicker({ text, onText, chosen, onChoose, error, field }: UserPickerProps) {
  const { t } = useI18n()
  const heading = useId()
  const typed = text.trim()
  const wanted = usePaused(typed)
  // Each text has its own cache entry, so that a late response is never shown for another text.
  const search = useQuery({
    queryKey: [...SEARCHES, wanted],
    queryFn: ({ signal }) => searchUsers(wanted, signal),
    enabled: wanted !== '',
  })
  const isSearching = typed !== '' && (typed !== wanted || search.isPending)
  const found = typed !== '' && !isSearching ? search.data : undefined
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('management.search')} isLabelHidden hint={t('management.searchHint')} error={error}>
        {(props) => (
          <SearchInput
            {...props}
            ref={field}
            autoComplete="off"
            spellCheck={false}
            dir="auto"
            maxLength={MAX_SEARCH_LENGTH}
            value={text}
            clearLabel={t('management.clearSearch')}
            onText={onText}
          />
        )}
      </Field>
      <div aria-live="polite" className="empty:-mt-4">
        {isSearching && (
          <p className="flex items-center gap-3 text-muted">
            <Spinner />
            {t('management.searching')}
          </p>
        )}
        {found && found.length > 0 && (
          <h4 id={heading} className="font-medium">
            {t('management.found', { n: found.length })}
          </h4>
        )}
        {found?.length === 0 && typed.length > MAX_UNFINISHED_LENGTH && (
          <p className="flex items-start gap-3 text-muted">
            <UserRoundSearch aria-hidden="true" className="mt-1 size-5 shrink-0 text-brass" />
            {t('management.notFound')}
          </p>
        )}
      </div>
      {found && found.length > 0 && (
        <section aria-labelledby={heading} className="-mt-1 grid gap-3">
          <ul className="divide-y divide-line overflow-hidden rounded-box border border-control">
            {found.map((user) => (
              <li key={user.id}>
                <UserButton user={user} isChosen={user.id === chosen?.id} onChoose={() => onChoose(user)} />
              </li>
            ))}
          </ul>
          {found.length === MAX_RESULTS && <p className="text-sm text-muted">{t('management.foundMost', { n: MAX_RESULTS })}</p>}
        </section>
      )}
      {!isSearching && typed !== '' && search.error && !search.data && (
        <ErrorBanner>
          <p>{searchFault(search.error, t)}</p>
          <Button look="secondary" className="mt-3" onClick={() => void search.refetch()}>
            {t('error.retry')}
          </Button>
        </ErrorBanner>
      )}
    </div>
  )
}

const ROLES: Record<FoundUser['roles'][number], TextKey> = {
  admin: 'management.roleAdmin',
  doctor: 'management.roleDoctor',
  patient: 'management.rolePatient',
}

function UserButton({ user, isChosen, onChoose }: { user: FoundUser; isChosen: boolean; onChoose: () => void }) {
  const { t } = useI18n()
  const roles = user.roles.length > 0 ? user.roles : (['patient'] as const)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classes(
        'flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 py-3 text-start -outline-offset-2 transition-colors duration-150 ease-calm',
        isChosen ? 'bg-tint' : 'hover:bg-tint/60',
      )}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium break-words">{foundUserName(user, t)}</span>
        <bdi dir="ltr" className="justify-self-start text-sm break-all text-muted">
          {user.email ?? user.id.slice(0, 8)}
        </bdi>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        {roles.map((role) => (
          <Badge key={role} tone="neutral">
            {t(ROLES[role])}
          </Badge>
        ))}
        {isChosen && <span className="text-sm font-medium text-action-strong">{t('management.selected')}</span>}
      </span>
    </button>
  )
}

export const foundUserName = ({ first_name, last_name }: FoundUser, t: (key: TextKey) => string) =>
  `${first_name ?? t('management.noFirstName')} ${last_name ?? t('management.noLastName')}`
