import { ChevronDown, ChevronLeft, ChevronRight, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { DateField } from '../../../../components/ui/date-field.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { dayTitle, formatDay } from '../../../../lib/time/dates.ts'
import { addDays } from '../../../../lib/time/zones.ts'
import { CalendarHelp } from './calendar-help.tsx'
import { weekTitle } from './days.ts'
import { Disclosure, Option } from './disclosure.tsx'
import type { Place, View } from './use-place.ts'

interface ToolbarProps {
  place: Place
  views: readonly View[]
  view: View
  today: string
  /** On a phone the toolbar has two rows: the date with its arrows, and the views. */
  isNarrow: boolean
  /** The choice of doctors, for admins. On a phone it is in the line above the calendar instead. */
  doctorChoice: ReactNode
  /** Whether a filter differs from its default. */
  isFiltered: boolean
}

export function Toolbar({ isNarrow, ...props }: ToolbarProps) {
  return isNarrow ? <NarrowToolbar {...props} /> : <WideToolbar {...props} />
}

type BarProps = Omit<ToolbarProps, 'isNarrow'>

function WideToolbar({ place, views, view, today, doctorChoice, isFiltered }: BarProps) {
  const { t } = useI18n()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button look="secondary" className="min-h-11! px-4!" disabled={place.day === today} onClick={() => place.showDay(today)}>
        {t('calendar.today')}
      </Button>
      <div className="flex">
        <Turn place={place} view={view} by={-1} />
        <Turn place={place} view={view} by={1} />
      </div>
      <ShownDays place={place} view={view} />
      <div className="ms-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        {doctorChoice}
        <div className="flex items-center">
          <Options place={place} view={view} isFiltered={isFiltered} />
          <CalendarHelp />
        </div>
        <Views views={views} view={view} onChoose={place.showView} />
      </div>
    </div>
  )
}

function NarrowToolbar({ place, views, view, today, isFiltered }: Omit<BarProps, 'doctorChoice'>) {
  const { t } = useI18n()
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="-ms-2 -me-2.5 flex items-center">
        <ShownDays place={place} view={view} isNarrow />
        <div className="ms-auto flex shrink-0 items-center">
          {place.day !== today && (
            <button
              type="button"
              className="min-h-11 rounded-box px-2 font-medium text-action hover:bg-tint"
              onClick={() => place.showDay(today)}
            >
              {t('calendar.today')}
            </button>
          )}
          <Turn place={place} view={view} by={-1} />
          <Turn place={place} view={view} by={1} />
        </div>
      </div>
      <div className="-me-2.5 flex items-center gap-1">
        <Views views={views} view={view} onChoose={place.showView} />
        <Options place={place} view={view} isFiltered={isFiltered} />
      </div>
    </div>
  )
}

/** The shown day or week, with controls to go to another. */
function ShownDays({ place: { day, showDay }, view, isNarrow = false }: { place: Place; view: View; isNarrow?: boolean }) {
  const { t, language } = useI18n()
  const name = view === 'day' ? dayTitle(day, language) : weekTitle(day, language)
  // On a phone the strip of days already shows the weekday.
  const title = !isNarrow ? name : view === 'day' ? formatDay(day, language, 'long') : weekTitle(day, language, 'dayMonth')
  return (
    <div className="min-w-0">
      <p aria-live="polite" className="sr-only">
        {name}
      </p>
      <Disclosure
        align={isNarrow ? 'start' : 'middle'}
        name={`${name}${t('text.colon')} ${t('calendar.jump')}`}
        label={
          <>
            <bdi className="truncate text-lg font-semibold">{title}</bdi>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-brass group-open:rotate-180" />
          </>
        }
      >
        <div className="p-2">
          <DateField label={t('calendar.jump')} value={day} onChange={(event) => event.target.value && showDay(event.target.value)} />
        </div>
      </Disclosure>
    </div>
  )
}

function Turn({ place: { day, showDay }, view, by }: { place: Place; view: View; by: -1 | 1 }) {
  const { t } = useI18n()
  const before = view === 'day' ? 'calendar.previousDay' : 'calendar.previousWeek'
  const after = view === 'day' ? 'calendar.nextDay' : 'calendar.nextWeek'
  return (
    <TurnButton
      icon={by < 0 ? ChevronLeft : ChevronRight}
      label={t(by < 0 ? before : after)}
      onClick={() => showDay(addDays(day, view === 'day' ? by : by * 7))}
    />
  )
}

function Options({ place, view, isFiltered }: { place: Place; view: View; isFiltered: boolean }) {
  const { t } = useI18n()
  return (
    <Disclosure
      align="end"
      name={t('calendar.options')}
      label={
        <span className="relative">
          <SlidersHorizontal aria-hidden="true" className="size-5 text-brass" />
          {isFiltered && <span aria-hidden="true" className="absolute -end-1 -top-1 size-2 rounded-full bg-action" />}
        </span>
      }
    >
      {view !== 'agenda' && <Option label={t('calendar.allHours')} checked={place.allHours} onChange={place.setAllHours} />}
      <Option label={t('calendar.cancelled')} checked={place.withCancelled} onChange={place.setWithCancelled} />
    </Disclosure>
  )
}

const VIEW_NAMES: Record<View, TextKey> = { day: 'calendar.day', week: 'calendar.week', agenda: 'calendar.agenda' }

function Views({ views, view, onChoose }: { views: readonly View[]; view: View; onChoose: (view: View) => void }) {
  const { t } = useI18n()
  return (
    <fieldset className="flex min-w-0 rounded-box bg-line/50 p-0.5 max-md:grow">
      <legend className="sr-only">{t('calendar.view')}</legend>
      {views.map((each) => (
        <label
          key={each}
          className="flex min-h-10 min-w-0 grow cursor-pointer items-center justify-center rounded-[0.6rem] border border-transparent px-1.5 text-muted has-checked:border-control has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action max-md:text-sm md:px-3.5"
        >
          <input type="radio" name="calendar-view" className="sr-only" checked={each === view} onChange={() => onChoose(each)} />
          {t(VIEW_NAMES[each])}
        </label>
      ))}
    </fieldset>
  )
}

export function TurnButton({ icon: Icon, label, ...button }: { icon: LucideIcon; label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-11 place-items-center rounded-box hover:bg-tint disabled:opacity-40"
      {...button}
    >
      <Icon aria-hidden="true" className="size-5 rtl:-scale-x-100" />
    </button>
  )
}
