// Tabs as the ARIA practices describe them: one of them is in the tab order, and the arrow keys select the others.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { FADING, useFade } from './use-fade.tsx'

interface Tab {
  id: string
  title: string
  content: ReactNode
  disabled?: boolean
  /** After the title. */
  badge?: ReactNode
  /** Stays mounted while another tab is shown, and keeps what was typed in it. */
  isKept?: boolean
}

interface TabsProps {
  tabs: [Tab, ...Tab[]]
  label: string
  direction: 'ltr' | 'rtl'
  /** At the end of the row of tabs, which then stays in view while the panel scrolls. */
  end?: ReactNode
  /** For names that would not all fit on a phone. */
  isDense?: boolean
  /** For a page that controls the tab. Give both or neither. */
  value?: string
  onValueChange?: (id: string) => void
}

const LIST = classes(
  // The line is a shadow: a border of one pixel would add a scrollbar in the other direction.
  'flex min-w-0 grow gap-1 max-sm:gap-0 overflow-x-auto overflow-y-hidden [scrollbar-width:none] shadow-[inset_0_-1px_0_var(--line)] motion-safe:scroll-smooth',
  FADING,
)

const TRIGGER = classes(
  'grid min-h-11 shrink-0 content-center whitespace-nowrap border-b-2 border-transparent px-4 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
  'data-[state=active]:border-brass data-[state=active]:font-medium data-[state=active]:text-ink',
  // As wide as it is in bold, so that selecting it does not move its neighbours.
  'after:invisible after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-title)]',
  '-outline-offset-2',
)

export function Tabs({ tabs, label, direction, end, isDense = false, value, onValueChange }: TabsProps) {
  const [selectedHere, setSelectedHere] = useState(tabs[0].id)
  const selected = value ?? selectedHere
  const baseId = useId()
  const list = useRef<HTMLDivElement>(null)
  useFade(list)
  // On a phone the selected tab may be outside the visible part. In the middle, its neighbours are seen too.
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
    <div dir={direction}>
      <div className={classes('flex items-center gap-2', Boolean(end) && 'sticky top-0 z-1 bg-surface pt-3')}>
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
              className={classes(TRIGGER, isDense ? 'max-sm:px-1.5 max-sm:text-sm' : 'max-sm:px-2 max-sm:text-[0.9375rem]')}
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
          className="pt-4 sm:pt-6"
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

/** The place of the tab that a key selects. Undefined for other keys. */
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
