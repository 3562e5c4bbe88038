import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { STATUSES, statusText } from '../../../components/status-badge.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DateField } from '../../../components/ui/date-field.tsx'
import { ActiveCount } from '../../../components/ui/filter-fold.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import type { DeskDoctor } from '../desk/book-for-patient.ts'
import { isFiltered, type ListFilters } from './list-filters.ts'

/** Fast typing causes one request. */
const PAUSE_MS = 300

interface FilterBarProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
  /** For lists with the appointments of several doctors. */
  doctors?: DeskDoctor[] | undefined
}

export function FilterBar({ filters, onChange, doctors }: FilterBarProps) {
  const { t } = useI18n()
  const { text, setText } = useTypedText(filters.text, (typed) => onChange({ text: typed }))
  // Later it stays as the reader has left it.
  const [isOpenAtFirst] = useState(Boolean(filters.from || filters.to || filters.doctorId))
  return (
    // On a phone the other filters are beside the status until they are opened.
    <div className="grid gap-3 max-sm:not-has-[details[open]]:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid items-end gap-3 max-sm:contents sm:grid-cols-[minmax(0,1fr)_auto]">
        {/* Fields have room for an error below, which this one has not. */}
        <div className="max-sm:col-span-full sm:pb-1.5">
          <SearchField
            label={t('list.search')}
            placeholder={t('list.searchHint')}
            clearLabel={t('list.clear')}
            value={text}
            onChange={setText}
          />
        </div>
        <div className="w-full max-sm:*:grid-cols-[auto_minmax(0,1fr)] max-sm:*:items-center max-sm:*:gap-x-3 sm:w-52">
          <SelectField
            label={t('doctorPanel.filter')}
            value={filters.status ?? ''}
            onChange={({ target }) => onChange({ status: STATUSES.find((each) => each === target.value) })}
          >
            <option value="">{t('doctorPanel.all')}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {t(statusText(each))}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <details open={isOpenAtFirst} className="open:col-span-full max-sm:not-open:self-end max-sm:not-open:pb-2">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 text-sm font-medium text-action hover:text-action-strong">
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {t('list.filters')} <ActiveCount number={[filters.doctorId, filters.from, filters.to].filter(Boolean).length} />
        </summary>
        <div className="grid items-start gap-3 pt-1 sm:grid-cols-2 lg:grid-cols-4">
          {doctors && (
            <SelectField
              label={t('list.doctor')}
              value={filters.doctorId ?? ''}
              onChange={({ target }) => onChange({ doctorId: target.value })}
            >
              <option value="">{t('list.allDoctors')}</option>
              {doctors.map(({ id, first_name, last_name }) => (
                <option key={id} value={id}>
                  {t('doctor.name', { first: first_name, last: last_name })}
                </option>
              ))}
            </SelectField>
          )}
          <DateField label={t('list.from')} value={filters.from ?? ''} onChange={({ target }) => onChange({ from: target.value })} />
          <DateField label={t('list.to')} value={filters.to ?? ''} onChange={({ target }) => onChange({ to: target.value })} />
        </div>
      </details>
      {isFiltered(filters) && (
        <Button
          look="quiet"
          className="col-span-full -ms-3 min-h-11! justify-self-start px-3! text-sm"
          onClick={() => {
            setText('')
            onChange({ text: '', status: undefined, doctorId: undefined, from: undefined, to: undefined })
          }}
        >
          {t('list.reset')}
        </Button>
      )}
    </div>
  )
}

/** What is being typed, passed on once typing pauses. */
function useTypedText(stored: string, onSettled: (text: string) => void) {
  const [text, setText] = useState(stored)
  useEffect(() => {
    if (text === stored) return undefined
    const timer = setTimeout(() => onSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [text])
  return { text, setText }
}
