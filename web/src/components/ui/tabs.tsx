import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface Tab {
  id: string
  title: string
  content: ReactNode
  disabled?: boolean
  /** Stays in the page while another one is shown, with what was typed in it. */
  isKept?: boolean
}

interface TabsProps {
  tabs: [Tab, ...Tab[]]
  label: string
  direction: 'ltr' | 'rtl'
  /** For a page that chooses the tab itself; both or neither. */
  value?: string
  onValueChange?: (id: string) => void
}

export function Tabs({ tabs, label, direction, ...state }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the chosen one may stand beyond the edge.
  useEffect(() => {
    const chosen = state.value && list.current?.querySelector('[data-state=active]')
    if (chosen) chosen.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [state.value])
  return (
    <Radix.Root defaultValue={tabs[0].id} dir={direction} {...state}>
      <Radix.List ref={list} aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title, disabled = false }) => (
          <Radix.Trigger
            key={id}
            value={id}
            disabled={disabled}
            className="-mb-px min-h-11 -outline-offset-2 whitespace-nowrap border-b-2 border-transparent px-4 py-2 text-muted hover:text-ink disabled:cursor-not-allowed disabled:opacity-55 data-[state=active]:border-brass data-[state=active]:font-medium data-[state=active]:text-ink"
          >
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
