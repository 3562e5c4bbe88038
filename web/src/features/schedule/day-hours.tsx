import { Copy, Plus } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { MENU_ITEM, Menu } from '../../components/ui/menu.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { HoursRow } from './hours-row.tsx'
import { DAYS, type Day, faultsOf, MOST_WINDOWS, nextWindow, offerOf, WORKING_DAYS } from './week.ts'

interface DayHoursProps {
  name: string
  day: Day
  session: number
  isChanged: boolean
  /** Faults are told once somebody has tried to save, not while they type. */
  isChecked: boolean
  onChange: (day: Day) => void
  onCopy: (to: number[]) => void
}

export function DayHours({ name, day, session, isChanged, isChecked, onChange, onCopy }: DayHoursProps) {
  const { t } = useI18n()
  const add = useRef<HTMLButtonElement>(null)
  const { isAvailable, windows } = day
  const faults = isChecked ? faultsOf(day) : []
  const setWindows = (next: Day['windows']) => onChange({ ...day, windows: next })
  return (
    <fieldset className="grid min-w-0 gap-x-6 gap-y-3 py-3.5 lg:grid-cols-[10rem_minmax(0,1fr)_auto] [&_:is(input,button,summary)]:scroll-mb-40">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-3 lg:block">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
          <input
            type="checkbox"
            checked={isAvailable}
            onChange={(event) => onChange({ ...day, isAvailable: event.target.checked })}
            className="size-5 shrink-0 accent-action"
          />
          {name}
        </label>
        {isChanged && <p className="text-sm text-wait lg:ps-8">{t('hours.changed')}</p>}
      </div>
      <div className="grid content-start justify-items-start lg:flex lg:items-start lg:gap-2">
        <div className="grid w-full gap-1 lg:w-auto">
          {windows.map((hours, index) => (
            <HoursRow
              key={`${name} ${index + 1}`}
              number={windows.length > 1 ? index + 1 : undefined}
              hours={hours}
              fault={faults[index]}
              isDisabled={!isAvailable}
              onChange={(next) => setWindows(windows.map((each, at) => (at === index ? next : each)))}
              onRemove={() => {
                setWindows(windows.filter((_, at) => at !== index))
                add.current?.focus()
              }}
            />
          ))}
        </div>
        {isAvailable && windows.length < MOST_WINDOWS && (
          <Button ref={add} look="quiet" className="px-3! max-lg:-ms-3" onClick={() => setWindows([...windows, nextWindow(windows)])}>
            <Plus aria-hidden="true" className="size-4" />
            {t('hours.add')}
          </Button>
        )}
      </div>
      <div className="flex items-start justify-between gap-3 lg:justify-end">
        {isAvailable ? (
          <DayOffer day={day} session={session} />
        ) : (
          <div className="flex min-h-11 items-center">
            <Badge tone="neutral">{t('hours.closed')}</Badge>
          </div>
        )}
        {isAvailable && <CopyMenu name={name} onCopy={onCopy} />}
      </div>
    </fieldset>
  )
}

function DayOffer({ day, session }: { day: Day; session: number }) {
  const { t } = useI18n()
  const { times, most } = offerOf(day, session)
  if (times === 0) return <p className="max-w-[22ch] text-sm text-wait lg:pt-0.5 lg:text-end">{t('hours.nothingFits')}</p>
  return (
    <p className="grid text-sm text-muted lg:pt-0.5 lg:text-end">
      <span>{t('hours.most', { count: most })}</span>
      <span>{t('hours.times', { count: times })}</span>
    </p>
  )
}

function CopyMenu({ name, onCopy }: { name: string; onCopy: (to: number[]) => void }) {
  const { t } = useI18n()
  const choose = (to: number[]) => (event: MouseEvent<HTMLButtonElement>) => {
    onCopy(to)
    // It closes with the choice, and what was pressed is gone.
    event.currentTarget.closest('details')?.querySelector('summary')?.focus()
  }
  return (
    <Menu
      align="end"
      className="-me-3 shrink-0"
      name={t('hours.copyOf', { day: name })}
      label={
        <>
          <Copy aria-hidden="true" className="size-4 text-brass" />
          {t('hours.copy')}
        </>
      }
    >
      <button type="button" className={MENU_ITEM} onClick={choose(WORKING_DAYS)}>
        {t('hours.copyToWorkingDays')}
      </button>
      <button type="button" className={MENU_ITEM} onClick={choose(DAYS)}>
        {t('hours.copyToAll')}
      </button>
    </Menu>
  )
}
