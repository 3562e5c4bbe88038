import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { DateField } from '../../../../components/ui/date-field.tsx'
import { ActiveCount } from '../../../../components/ui/filter-fold.tsx'
import { PlainSelect } from '../../../../components/ui/plain-select.tsx'
import { SearchField } from '../../../../components/ui/search-field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { STATUSES, statusText } from '../../../../domain/status-badge.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useTypedFilter } from '../../../../lib/filter-params.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useIsWide } from '../../../../lib/use-is-wide.ts'
import type { DeskDoctor } from '../desk-doctor.ts'
import { isFiltered, type ListFilters } from './list-filters.ts'

interface FilterBarProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
  /** The doctors to filter by, for lists with several doctors. */
  doctors?: DeskDoctor[] | undefined
  /** Whether narrow screens fold the search too behind a button beside the heading, so that the rows come first. */
  isSearchFolded?: boolean
  /** Content for the end of the line. */
  aside?: ReactNode
}

export function FilterBar({ filters, onChange, doctors, isSearchFolded = false, aside }: FilterBarProps) {
  const { t } = useI18n()
  const { text, setText } = useTypedFilter(filters.text, (typed) => onChange({ text: typed }))
  const isWide = useIsWide()
  const isFolded = isSearchFolded && !isWide
  const folded = [filters.doctorId, filters.payment, filters.from, filters.to, !isWide && filters.status, isFolded && filters.text].filter(
    Boolean,
  )
  // Open at first if a folded filter is set. After that, the reader decides.
  const [isOpen, setIsOpen] = useState(folded.length > 0)
  const panelId = useId()
  const search = (
    <SearchField label={t('list.search')} placeholder={t('list.searchHint')} clearLabel={t('list.clear')} value={text} onChange={setText} />
  )
  const status = (
    <PlainSelect
      label={t('doctorPanel.filter')}
      value={filters.status ?? ''}
      onChange={(chosen) => onChange({ status: STATUSES.find((each) => each === chosen) })}
    >
      <option value="">{t('list.anyStatus')}</option>
      {STATUSES.map((each) => (
        <option key={each} value={each}>
          {t(statusText(each))}
        </option>
      ))}
    </PlainSelect>
  )
  return (
    // The search, the status and the button for the other filters share a line. The panel of the other filters takes the next line.
    // On narrow screens the status is in that panel.
    <div className={classes('flex min-w-0 grow flex-wrap items-start gap-2', isFolded && 'basis-full')}>
      {!isFolded && <div className="min-w-[min(6em,100%)] flex-1 sm:basis-48">{search}</div>}
      {isWide && <div className="w-44 shrink-0">{status}</div>}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className={classes(
          'flex w-fit items-center justify-center gap-2 rounded-box px-3 text-sm font-medium text-action hover:bg-tint aria-expanded:bg-tint',
          isFolded ? 'absolute -end-3 top-0 min-h-11 min-w-11' : 'min-h-12 min-w-12 max-sm:border max-sm:border-control max-sm:bg-surface',
        )}
      >
        {isFolded ? <Search aria-hidden="true" className="size-5" /> : <SlidersHorizontal aria-hidden="true" className="size-4" />}
        <span className="max-sm:sr-only">{t(isFolded ? 'list.search' : 'list.filters')}</span> <ActiveCount number={folded.length} />
      </button>
      {aside}
      {isOpen && (
        <div id={panelId} className="order-1 grid basis-full items-start gap-3 pt-2 pb-1 sm:grid-cols-2 lg:grid-cols-4">
          {isFolded && search}
          {!isWide && status}
          {doctors && (
            <SelectField
              label={t('list.doctor')}
              value={filters.doctorId ?? ''}
              onChange={({ target }) => onChange({ doctorId: target.value })}
            >
              <option value="">{t('list.allDoctors')}</option>
              {doctors.map((doctor) => (
                <option key={doctor.id} value={doctor.id}>
                  {titledName(doctor, t)}
                </option>
              ))}
            </SelectField>
          )}
          {/* Only the admins' list has this filter, because only admins record payments. */}
          {doctors && (
            <SelectField
              label={t('list.payment')}
              value={filters.payment ?? ''}
              onChange={({ target }) => onChange({ payment: target.value === 'unpaid' ? 'unpaid' : undefined })}
            >
              <option value="">{t('list.anyPayment')}</option>
              <option value="unpaid">{t('offer.unpaid')}</option>
            </SelectField>
          )}
          <DateField label={t('list.from')} value={filters.from ?? ''} onChange={({ target }) => onChange({ from: target.value })} />
          <DateField label={t('list.to')} value={filters.to ?? ''} onChange={({ target }) => onChange({ to: target.value })} />
        </div>
      )}
      {isFiltered(filters) && (
        <Button
          look="quiet"
          className="min-h-12! px-3! text-sm"
          onClick={() => {
            setText('')
            onChange({ text: '', status: undefined, doctorId: undefined, from: undefined, to: undefined, payment: undefined })
          }}
        >
          {t('list.reset')}
        </Button>
      )}
    </div>
  )
}
