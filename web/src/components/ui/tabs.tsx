import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../../lib/classes.ts'

interface Tab {
  id: string
  title: string
  content: ReactNode
  disabled?: boolean
  /** Stays mounted while another tab is shown, and keeps what was typed in it. */
  isKept?: boolean
}

interface TabsProps {
  tabs: [Tab, ...Tab[]]
  label: string
  direction: 'ltr' | 'rtl'
  /** For a page that controls the tab. Give both or neither. */
  value?: string
  onValueChange?: (id: string) => void
}

// The line is a shadow: a border of one pixel would add a scrollbar in the other direction.
const LIST = 'flex gap-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none] shadow-[inset_0_-1px_0_var(--line)]'

const TRIGGER = classes(
  'grid min-h-11 content-center whitespace-nowrap border-b-2 border-transparent px-4 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-55',
  'data-[state=active]:border-brass data-[state=active]:font-medium data-[state=active]:text-ink',
  // As wide as it is in bold, so that selecting it does not move its neighbours.
  'after:invisible after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-title)]',
  // Radix focuses the clicked tab by script, which the browser takes for keyboard focus.
  '-outline-offset-2 in-data-pressed:rounded-none in-data-pressed:outline-none',
)

export function Tabs({ tabs, label, direction, ...state }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the selected tab may be outside the visible part.
  useEffect(() => {
    const chosen = state.value && list.current?.querySelector('[data-state=active]')
    if (chosen) chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [state.value])
  return (
    <Radix.Root defaultValue={tabs[0].id} dir={direction} {...state}>
      <Radix.List
        ref={list}
        aria-label={label}
        onPointerDown={({ currentTarget }) => currentTarget.setAttribute('data-pressed', '')}
        onKeyDown={({ currentTarget }) => currentTarget.removeAttribute('data-pressed')}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('data-pressed')
        }}
        className={LIST}
      >
        {tabs.map(({ id, title, disabled = false }) => (
          <Radix.Trigger key={id} value={id} disabled={disabled} data-title={title} className={TRIGGER}>
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ id, content, isKept }) => (
        <Radix.Content key={id} value={id} className="pt-6 data-[state=inactive]:hidden" {...(isKept && { forceMount: true })}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
