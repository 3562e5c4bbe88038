// The calendar of a date field: a dialog with a grid of days, as the ARIA Authoring Practices describe it.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf, type Language } from '../../lib/languages.ts'
import { formatDay, monthName, weekdayName } from '../../lib/time/dates.ts'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { addMonths, clampDay, dayAfterKey, firstWeekday, weeksOf } from './month.ts'

interface CalendarProps {
  value: string
  min: string | undefined
  max: string | undefined
  /** The field. Clicks and focus inside it do not close the calendar. */
  place: RefObject<HTMLElement | null>
  onChoose: (day: string) => void
  onClose: (takesFocusBack: boolean) => void
}

/** Short names of Arabic weekdays are as long as the full ones. */
const WEEKDAY_WIDTH: Partial<Record<Language, 'narrow'>> = { ar: 'narrow' }
const YEARS_BACK = 120
const YEARS_AHEAD = 10

export default function Calendar({ value, min, max, place, onChoose, onClose }: CalendarProps) {
  const { t, language } = useI18n()
  const today = todayIn(browserZone())
  const first = min ?? addMonths(today, -12 * YEARS_BACK)
  const last = max ?? addMonths(today, 12 * YEARS_AHEAD)
  const [day, setDay] = useState(() => clampDay(value || today, first, last))
  const panel = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const isRtl = directionOf(language) === 'rtl'
  const weekStart = firstWeekday(language)
  const month = day.slice(0, 7)
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const goTo = (next: string) => setDay(clampDay(next, first, last))
  const focusDay = () => panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus({ preventScroll: true })

  const open = useEffectEvent(() => {
    if (panel.current) placeInWindow(panel.current)
    focusDay()
    panel.current?.scrollIntoView({ block: 'nearest' })
  })
  useLayoutEffect(() => open(), [])
  useLeaving(place, onClose)

  const onGridKey = (event: KeyboardEvent) => {
    const next = dayAfterKey(day, event, { isRtl, first: weekStart })
    if (next === undefined) return
    event.preventDefault()
    // Renders at once, so that the next key applies to the new day, however soon it is pressed.
    flushSync(() => goTo(next))
    focusDay()
  }
  const onPanelKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Keeps a dialog around the field open.
      event.stopPropagation()
      onClose(true)
    } else if (event.key === 'Tab') keepInside(event, panel.current)
  }
  const step = (months: number, name: string, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      aria-label={name}
      disabled={months < 0 ? month <= first.slice(0, 7) : month >= last.slice(0, 7)}
      onClick={() => goTo(addMonths(day, months))}
      className="grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint disabled:opacity-40"
    >
      <Icon aria-hidden="true" className="mirrored size-5" />
    </button>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and Tab are handled for all controls inside.
    <div
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- The element would bring a position and a margin of its own.
      role="dialog"
      aria-label={t('dateField.calendar')}
      onKeyDown={onPanelKey}
      className="absolute start-0 top-full z-40 mt-1 grid w-max gap-2 rounded-box border border-control bg-surface p-3 shadow-lift data-[side=above]:top-auto data-[side=above]:bottom-full data-[side=above]:mb-1"
    >
      <div className="flex items-center gap-1">
        {step(-1, t('dateField.previousMonth'), ChevronLeft)}
        <div className="flex flex-1 justify-center gap-1">
          <select
            aria-label={t('dateField.month')}
            value={number}
            onChange={(event) => goTo(addMonths(day, Number(event.target.value) - number))}
            className={SELECT}
          >
            {Array.from({ length: 12 }, (_, index) => (
              <option key={index} value={index + 1}>
                {monthName(index, language)}
              </option>
            ))}
          </select>
          <select
            aria-label={t('dateField.year')}
            value={year}
            onChange={(event) => goTo(addMonths(day, 12 * (Number(event.target.value) - year)))}
            className={SELECT}
          >
            {yearsBetween(first, last).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
        {step(1, t('dateField.nextMonth'), ChevronRight)}
      </div>
      <p id={titleId} aria-live="polite" className="sr-only">
        {monthName(number - 1, language)} {year}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells take the focus is a grid */}
      <table role="grid" aria-labelledby={titleId} onKeyDown={onGridKey}>
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, index) => (index + weekStart) % 7).map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayName(weekday, language)} className="h-8 w-11 text-xs font-normal text-muted">
                {weekdayName(weekday, language, WEEKDAY_WIDTH[language] ?? 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: The place in the week is the identity of an empty cell.
                <td key={each ?? weekday} className="p-0" aria-selected={each ? each === value : undefined}>
                  {each && (
                    <button
                      type="button"
                      tabIndex={each === day ? 0 : -1}
                      aria-label={formatDay(each, language)}
                      aria-current={each === today ? 'date' : undefined}
                      aria-disabled={each < first || each > last}
                      onClick={() => each >= first && each <= last && onChoose(each)}
                      className={dayLook(each === value, each === today)}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const SELECT = 'select min-h-11 rounded-box border border-transparent bg-surface px-2 font-medium hover:border-control'

const dayLook = (isChosen: boolean, isToday: boolean) =>
  classes(
    'grid size-11 place-items-center rounded-box tabular-nums focus-visible:outline-offset-0 aria-disabled:cursor-not-allowed aria-disabled:text-muted aria-disabled:line-through aria-disabled:opacity-70',
    isChosen ? 'bg-action font-medium text-on-action' : 'not-aria-disabled:hover:bg-tint',
    isToday && !isChosen && 'border border-brass font-medium',
  )

const yearsBetween = (first: string, last: string) => {
  const [from, to] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Keeps Tab inside the calendar. */
function keepInside(event: KeyboardEvent, panel: HTMLElement | null) {
  const stops = [...(panel?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"]):not(:disabled), select') ?? [])]
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
}

const EDGE_PX = 8

/** Opens upwards if the window ends below, and moves sideways if it ends beside the field. */
function placeInWindow(panel: HTMLElement) {
  const field = panel.parentElement?.getBoundingClientRect()
  if (!field) return
  const { left, right, height } = panel.getBoundingClientRect()
  if (field.bottom + height > window.innerHeight && field.top > height) panel.dataset['side'] = 'above'
  const overRight = Math.max(0, right + EDGE_PX - document.documentElement.clientWidth)
  const overLeft = Math.max(0, EDGE_PX - left)
  panel.style.translate = `${overLeft - overRight}px`
}

/** Closes when a click or the focus goes elsewhere. */
function useLeaving(place: RefObject<HTMLElement | null>, onClose: CalendarProps['onClose']) {
  const leave = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !place.current?.contains(event.target)) onClose(false)
  })
  useEffect(() => {
    const listener = (event: Event) => leave(event)
    const events = ['pointerdown', 'focusin']
    for (const each of events) document.addEventListener(each, listener)
    return () => {
      for (const each of events) document.removeEventListener(each, listener)
    }
  }, [])
}
