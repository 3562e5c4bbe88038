import { ChevronDown } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface AccordionProps {
  children: ReactNode
  direction: 'ltr' | 'rtl'
  /** The id of the open item, or an empty text. */
  open: string
  onOpen: (id: string) => void
}

/** At most one item is open. */
export function Accordion({ children, direction, open, onOpen }: AccordionProps) {
  return (
    <Radix.Root
      type="single"
      collapsible
      value={open}
      onValueChange={onOpen}
      dir={direction}
      className="divide-y divide-line border-y border-line"
    >
      {children}
    </Radix.Root>
  )
}

export function AccordionItem({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <Radix.Item value={id} id={id}>
      <Radix.Header className="flex">
        <Radix.Trigger className="group flex min-h-14 flex-1 cursor-pointer items-center justify-between gap-6 py-4 text-start font-display text-lg leading-snug font-semibold hover:text-action sm:py-5 sm:text-xl noscript:cursor-auto">
          {title}
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-brass transition-transform duration-200 ease-calm group-data-[state=open]:rotate-180 noscript:hidden print:hidden"
          />
        </Radix.Trigger>
      </Radix.Header>
      {/* Stays in the page while closed, so that the browser's search finds it. In print and without scripts it is open. */}
      <Radix.Content
        forceMount
        className="max-w-[64ch] pb-6 text-muted sm:pb-8 sm:text-lg sm:leading-relaxed data-[state=closed]:hidden noscript:data-[state=closed]:block print:data-[state=closed]:block"
      >
        {children}
      </Radix.Content>
    </Radix.Item>
  )
}
