import { CalendarSearch, ChevronLeft, ChevronRight, Keyboard, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { DateField } from '../../../components/ui/date-field.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { classes } from '../../../lib/classes.ts'
import { formatDay } from '../../../lib/dates.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { addDays } from '../../../lib/zones.ts'
import { weekTitle } from './days.ts'
import { Disclosure, Option } from './disclosure.tsx'
import type { Place, View } from './use-place.ts'

interface ToolbarProps {
  place: Place
  views: readonly View[]
  view: View
  today: string
  /** The choice of doctors, for admins. */
  children?: ReactNode
}

export function Toolbar({ place, views, view, today, children }: ToolbarProps) {
  const { t, language } = useI18n()
  const { day, showDay } = place
  const step = view === 'day' ? 1 : 7
  const title = view === 'day' ? formatDay(day, language) : weekTitle(day, language)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
      <Button look="secondary" className="min-h-11! px-4!" disabled={day === today} onClick={() => showDay(today)}>
        {t('calendar.today')}
      </Button>
      <div className="flex">
        <TurnButton
          icon={ChevronLeft}
          label={t(view === 'day' ? 'calendar.previousDay' : 'calendar.previousWeek')}
          onClick={() => showDay(addDays(day, -step))}
        />
        <TurnButton
          icon={ChevronRight}
          label={t(view === 'day' ? 'calendar.nextDay' : 'calendar.nextWeek')}
          onClick={() => showDay(addDays(day, step))}
        />
        <Disclosure name={t('calendar.jump')} label={<CalendarSearch aria-hidden="true" className="size-5 text-brass" />}>
          <div className="p-2">
            <DateField label={t('calendar.jump')} value={day} onChange={(event) => event.target.value && showDay(event.target.value)} />
          </div>
        </Disclosure>
      </div>
      <p aria-live="polite" className="min-w-0 text-lg font-semibold max-md:order-1 max-md:w-full">
        <bdi>{title}</bdi>
      </p>
      {children && <div className="ms-auto max-md:order-2 max-md:w-full">{children}</div>}
      <div className={classes('flex items-center', !children && 'ms-auto', 'max-md:ms-auto')}>
        <Disclosure align="end" name={t('calendar.options')} label={<SlidersHorizontal aria-hidden="true" className="size-5 text-brass" />}>
          {view !== 'agenda' && <Option label={t('calendar.allHours')} checked={place.allHours} onChange={place.setAllHours} />}
          <Option label={t('calendar.cancelled')} checked={place.withCancelled} onChange={place.setWithCancelled} />
        </Disclosure>
        <Help />
      </div>
      <fieldset className="flex rounded-box border border-control p-0.5 max-md:order-2 max-md:w-full">
        <legend className="sr-only">{t('calendar.view')}</legend>
        {views.map((each) => (
          <label
            key={each}
            className="flex min-h-10 grow cursor-pointer items-center justify-center rounded-[0.6rem] px-4 has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
          >
            <input type="radio" name="calendar-view" className="sr-only" checked={each === view} onChange={() => place.showView(each)} />
            {t(VIEW_NAMES[each])}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const VIEW_NAMES: Record<View, TextKey> = { day: 'calendar.day', week: 'calendar.week', agenda: 'calendar.agenda' }

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

const SHORTCUTS: { keys: string[]; text: TextKey }[] = [
  { keys: ['↑', '↓'], text: 'calendar.keyUpDown' },
  { keys: ['←', '→'], text: 'calendar.keySides' },
  { keys: ['Home', 'End'], text: 'calendar.keyHomeEnd' },
  { keys: ['Page ↑', 'Page ↓'], text: 'calendar.keyPages' },
  { keys: ['Enter'], text: 'calendar.keyEnter' },
  { keys: ['Ctrl Z'], text: 'calendar.keyUndo' },
  { keys: ['Alt T'], text: 'calendar.keyToasts' },
]

function Help() {
  const { t } = useI18n()
  return (
    <Dialog
      trigger={
        <button
          type="button"
          aria-label={t('calendar.help')}
          title={t('calendar.help')}
          className="grid size-11 place-items-center rounded-box hover:bg-tint max-md:hidden pointer-coarse:hidden"
        >
          <Keyboard aria-hidden="true" className="size-5 text-brass" />
        </button>
      }
      title={t('calendar.help')}
      description={t('calendar.helpText')}
      closeLabel={t('dialog.close')}
    >
      <dl className="grid gap-3">
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={text} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <dt className="order-2 flex gap-1.5" dir="ltr">
              {keys.map((key) => (
                <kbd key={key} className="rounded border border-control bg-paper px-2 py-0.5 font-sans text-sm">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="order-1 min-w-0">{t(text)}</dd>
          </div>
        ))}
      </dl>
      <p className="border-t border-line pt-4 text-sm text-muted">{t('calendar.drag')}</p>
    </Dialog>
  )
}
