import { ChevronDown } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** One open at a time, and it can be closed again. */
export function Accordion({ children, direction }: { children: ReactNode; direction: 'ltr' | 'rtl' }) {
  return (
    <Radix.Root type="single" collapsible dir={direction} className="divide-y divide-line border-y border-line">
      {children}
    </Radix.Root>
  )
}

export function AccordionItem({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Radix.Item value={id}>
      <Radix.Header className="flex">
        <Radix.Trigger className="group flex min-h-14 flex-1 cursor-pointer items-center justify-between gap-6 py-4 text-start font-medium hover:text-action">
          {title}
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-brass transition-transform duration-200 ease-calm group-data-[state=open]:rotate-180"
          />
        </Radix.Trigger>
      </Radix.Header>
      {/* Kept in the page while closed, so that it is there for searching and without JavaScript. */}
      <Radix.Content forceMount className="max-w-[70ch] pb-5 text-muted data-[state=closed]:hidden">
        {children}
      </Radix.Content>
    </Radix.Item>
  )
}
