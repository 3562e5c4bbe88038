import { Copy, Plus } from 'lucide-react'
import { type MouseEvent, useId, useRef } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { MENU_ITEM, Menu } from '../../../components/ui/menu.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { type Language, listOf } from '../../../lib/languages.ts'
import { DaySummary } from './day-summary.tsx'
import { HoursRow, QUIET_AT_REST } from './hours-row.tsx'
import { DAYS, type Day, hoursFaults, isSameOffer, MAX_WINDOWS, nextWindow, type Offer, spansInDay, WORKING_DAYS } from './week.ts'

interface DayHoursProps {
  name: string
  day: Day
  offer: Offer
  /** The offer that most days share, which is stated once below the week. */
  usual: Offer | undefined
  isChanged: boolean
  /** Whether to show errors: only after the person has tried to save, not while they type. */
  isChecked: boolean
  /** On a narrow screen a day is one line that unfolds. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (day: Day) => void
  onCopy: (to: number[]) => void
}

export function DayHours({ name, day, offer, usual, isChanged, isChecked, isOpen, onOpen, onChange, onCopy }: DayHoursProps) {
  const { t } = useI18n()
  const panelId = useId()
  const add = useRef<HTMLButtonElement>(null)
  const { isAvailable, windows } = day
  const faults = isChecked ? hoursFaults(day) : []
  const setWindows = (next: Day['windows']) => onChange({ ...day, windows: next })
  return (
    <fieldset className="group/day grid min-w-0 grid-cols-[auto_minmax(0,1fr)] py-1 lg:grid-cols-[9.5rem_minmax(0,1fr)_auto] lg:gap-x-3 lg:py-2 xl:grid-cols-[9.5rem_minmax(0,1fr)_12rem] xl:in-data-indexed:grid-cols-[9rem_minmax(0,1fr)] [&_:is(input,button,summary)]:scroll-mb-40 [&_input+svg]:text-control">
      <legend className="sr-only">{name}</legend>
      <div className="max-lg:self-center">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium lg:min-h-12 max-lg:-ms-3 max-lg:w-11 max-lg:justify-center max-lg:gap-0">
          <input
            type="checkbox"
            checked={isAvailable}
            onChange={(event) => onChange({ ...day, isAvailable: event.target.checked })}
            className="size-5 shrink-0 accent-action"
          />
          <span className="max-lg:sr-only">{name}</span>
        </label>
        {isChanged && <p className="text-sm text-wait max-lg:hidden lg:ps-8">{t('hours.changed')}</p>}
      </div>
      <DaySummary
        {...{ name, day, isChanged, isOpen, panelId }}
        hasFault={faults.some(Boolean)}
        hasRoom={!isAvailable || offer.times > 0}
        onToggle={() => onOpen(!isOpen)}
      />
      {/* Stays mounted while folded, so that typed input is kept. */}
      <div
        id={panelId}
        className={classes(
          'max-lg:col-span-2 max-lg:gap-y-1 max-lg:pt-1 max-lg:pb-2 lg:contents',
          isOpen ? 'max-lg:grid' : 'max-lg:hidden',
        )}
      >
        <div
          className={classes(
            'grid min-w-0 content-start gap-1 lg:flex lg:flex-wrap lg:gap-x-3 xl:in-data-indexed:gap-x-2',
            // In a wide window a closed day shows only that it is closed.
            !isAvailable && 'lg:hidden',
          )}
        >
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
          {isAvailable && (
            <div className="flex items-start max-lg:-ms-3">
              <Button
                ref={add}
                look="quiet"
                title={t('hours.add')}
                className="min-h-11! px-3! text-sm text-muted! lg:mt-0.5"
                disabled={windows.length >= MAX_WINDOWS}
                onClick={() => setWindows([...windows, nextWindow(windows)])}
              >
                <Plus aria-hidden="true" className={classes('size-4 shrink-0', QUIET_AT_REST)} />
                <span className="lg:sr-only">{t('hours.add')}</span>
              </Button>
              <CopyMenu name={name} onCopy={onCopy} />
            </div>
          )}
        </div>
        {!isAvailable && <p className="flex min-h-12 items-center text-muted max-lg:hidden">{t('hours.closed')}</p>}
        <div className="lg:grid lg:min-h-12 lg:content-center lg:self-start xl:in-data-indexed:col-start-2 xl:in-data-indexed:min-h-0">
          <DayBar day={day} />
          {isAvailable && <DayOffer offer={isSameOffer(offer, usual) ? undefined : offer} />}
        </div>
      </div>
    </fieldset>
  )
}

/**
 * A bar of the hours from midnight to midnight, which shows at a glance which day differs. The fields state the same. Beside an index there is
 * no space for it.
 */
function DayBar({ day }: { day: Day }) {
  return (
    <div aria-hidden="true" className="relative my-2 h-1.5 rounded-full bg-line in-data-indexed:hidden max-xl:hidden">
      {spansInDay(day).map(({ from, to }) => (
        <span
          key={from}
          className="absolute inset-y-0 rounded-full bg-action"
          style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}
        />
      ))}
      <span className="absolute -inset-y-0.5 start-1/2 w-px bg-control" />
    </div>
  )
}

function DayOffer({ offer }: { offer: Offer | undefined }) {
  const { t, language } = useI18n()
  const look = 'text-sm empty:hidden lg:max-w-[26ch] lg:text-end xl:in-data-indexed:max-w-none xl:in-data-indexed:text-start'
  if (offer?.times === 0) return <p className={`text-wait ${look}`}>{t('hours.nothingFits')}</p>
  return <p className={`text-muted ${look}`}>{offer && offerText(offer, t, language)}</p>
}

export const offerText = ({ times, most }: Offer, t: ReturnType<typeof useI18n>['t'], language: Language) =>
  listOf([t('hours.most', { count: most }), t('hours.times', { count: times })], language)

function CopyMenu({ name, onCopy }: { name: string; onCopy: (to: number[]) => void }) {
  const { t } = useI18n()
  const choose = (to: number[]) => (event: MouseEvent<HTMLButtonElement>) => {
    onCopy(to)
    // Closing the menu hides the pressed button.
    event.currentTarget.closest('details')?.querySelector('summary')?.focus()
  }
  return (
    <Menu
      isSheet
      className="lg:mt-0.5"
      name={t('hours.copyOf', { day: name })}
      label={
        <span title={t('hours.copy')} className="flex min-h-7 items-center gap-2 text-sm text-muted">
          <Copy aria-hidden="true" className={classes('size-4', QUIET_AT_REST)} />
          <span className="lg:sr-only">{t('hours.copy')}</span>
        </span>
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
