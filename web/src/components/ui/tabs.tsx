// Tabs as in the ARIA practices: one of them is in the tab order, and the arrow keys select the others.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { FADING, useFade } from './use-fade.tsx'

interface Tab {
  id: string
  title: string
  content: ReactNode
  disabled?: boolean
  /** Shown after the title. */
  badge?: ReactNode
  /** Keeps the tab mounted while another one is shown, so that typed text is kept. */
  isKept?: boolean
}

interface TabsProps {
  tabs: [Tab, ...Tab[]]
  label: string
  direction: 'ltr' | 'rtl'
  /** Shown at the end of the row of tabs. The tabs then fill their flex column, and the panel scrolls below the row. */
  end?: ReactNode
  /** For tabs whose names would not all fit on a phone. */
  isDense?: boolean
  /** For a page that controls the tab. Pass both `value` and `onValueChange`, or neither. */
  value?: string
  onValueChange?: (id: string) => void
}

const LIST = classes(
  // Wider than the content by the tabs' padding, so that the first name begins where the text above and below does.
  '-mx-1 flex min-w-0 grow gap-6 max-sm:gap-2 overflow-x-auto overflow-y-hidden [scrollbar-width:none] motion-safe:scroll-smooth',
  FADING,
)

const TRIGGER = classes(
  'relative grid min-h-11 min-w-11 shrink-0 content-center whitespace-nowrap px-1 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
  'data-[state=active]:font-medium data-[state=active]:text-ink',
  // As long as the name.
  'before:absolute before:inset-x-1 before:bottom-0 before:border-brass data-[state=active]:before:border-b-2',
  // As wide as in bold, so that selecting a tab does not move its neighbours.
  'after:invisible after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-title)]',
  '-outline-offset-2',
)

export function Tabs({ tabs, label, direction, end, isDense = false, value, onValueChange }: TabsProps) {
  const [selectedHere, setSelectedHere] = useState(tabs[0].id)
  const selected = value ?? selectedHere
  const baseId = useId()
  const list = useRef<HTMLDivElement>(null)
  useFade(list)
  // On a phone the selected tab may be outside the visible part. Centring it shows its neighbours too.
  useEffect(() => {
    const chosen = list.current?.querySelector(`[id="${baseId}-tab-${selected}"]`)
    if (chosen) list.current?.scrollBy({ left: middleOf(chosen) - middleOf(list.current) })
  }, [baseId, selected])
  const select = (id: string) => {
    setSelectedHere(id)
    if (id !== selected) onValueChange?.(id)
  }
  const selectByKey = (event: KeyboardEvent) => {
    const enabled = tabs.filter(({ disabled }) => !disabled)
    const next = nextPlace(
      event,
      enabled.findIndex(({ id }) => id === selected),
      enabled.length,
      direction,
    )
    const tab = next === undefined ? undefined : enabled[next]
    if (!tab) return
    event.preventDefault()
    select(tab.id)
    list.current?.querySelector<HTMLElement>(`[id="${baseId}-tab-${tab.id}"]`)?.focus()
  }
  return (
    <div dir={direction} className={end ? 'flex min-h-0 flex-1 flex-col' : undefined}>
      <div className={classes('flex items-center gap-2 shadow-[inset_0_-1px_0_var(--line)]', Boolean(end) && 'shrink-0 px-5 pt-3')}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
        <div ref={list} role="tablist" aria-label={label} onKeyDown={selectByKey} className={LIST}>
          {tabs.map(({ id, title, badge, disabled = false }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${id}`}
              aria-controls={`${baseId}-panel-${id}`}
              aria-selected={id === selected}
              tabIndex={id === selected ? 0 : -1}
              disabled={disabled}
              data-state={id === selected ? 'active' : 'inactive'}
              data-title={title}
              className={classes(TRIGGER, isDense ? 'max-sm:text-sm' : 'max-sm:text-[0.9375rem]')}
              onClick={() => select(id)}
            >
              {badge ? (
                <span className="flex items-center gap-2">
                  {title} {badge}
                </span>
              ) : (
                title
              )}
            </button>
          ))}
        </div>
        {end}
      </div>
      {tabs.map(({ id, content, isKept }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${baseId}-panel-${id}`}
          aria-labelledby={`${baseId}-tab-${id}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard reaches a panel without controls
          tabIndex={0}
          hidden={id !== selected}
          className={classes('pt-4 sm:pt-6', Boolean(end) && 'min-h-0 flex-1 overflow-y-auto px-5 pb-5 -outline-offset-2')}
        >
          {(id === selected || isKept) && content}
        </div>
      ))}
    </div>
  )
}

function middleOf(element: Element) {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

/** The index of the tab that a key selects. Undefined for other keys. */
function nextPlace(event: KeyboardEvent, place: number, count: number, direction: 'ltr' | 'rtl') {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  if (event.key === forward) return (place + 1) % count
  if (event.key === backward) return (place - 1 + count) % count
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  return undefined
}
