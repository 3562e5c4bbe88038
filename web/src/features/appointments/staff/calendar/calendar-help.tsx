// Explains the grid's keyboard shortcuts.
import { Keyboard } from 'lucide-react'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'

const SHORTCUTS: { keys: string[]; text: TextKey }[] = [
  { keys: ['↑', '↓'], text: 'calendar.keyUpDown' },
  { keys: ['←', '→'], text: 'calendar.keySides' },
  { keys: ['Home', 'End'], text: 'calendar.keyHomeEnd' },
  { keys: ['Page ↑', 'Page ↓'], text: 'calendar.keyPages' },
  { keys: ['Enter'], text: 'calendar.keyEnter' },
  { keys: ['Ctrl Z'], text: 'calendar.keyUndo' },
  { keys: ['Alt T'], text: 'calendar.keyToasts' },
]

export function CalendarHelp() {
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
