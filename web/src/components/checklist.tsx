// A checklist of missing things, each with a link to the place where it is done. Folded, it is a single line.
import { ChevronDown, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../lib/router/link.tsx'

export interface MissingItem {
  text: string
  /** Undefined if somebody else has to do it. */
  to?: string | undefined
}

interface ChecklistProps {
  title: string
  items: MissingItem[]
  isOpenAtFirst: boolean
}

/** Whether the reader left the list open. Kept until the site is opened again. */
let lastChoice: boolean | undefined

export function Checklist({ title, items, isOpenAtFirst }: ChecklistProps) {
  const [isOpen] = useState(lastChoice ?? isOpenAtFirst)
  if (items.length === 0) return null
  return (
    <details
      open={isOpen}
      className="group my-1 rounded-box bg-tint text-sm text-action-strong"
      onToggle={({ currentTarget }) => {
        lastChoice = currentTarget.open
      }}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-box px-3 -outline-offset-2 sm:px-4">
        <ListChecks aria-hidden="true" className="size-4 shrink-0 sm:size-5" />
        <span className="min-w-0 flex-1 py-1 font-medium">{title}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 transition-transform duration-200 ease-calm group-open:rotate-180" />
      </summary>
      <ul className="grid gap-x-8 px-3 pb-2 sm:px-4 sm:pb-3">
        {items.map(({ text, to }) => (
          <li key={text} className="flex min-h-11 items-center py-1 ps-6.5 sm:min-h-9 sm:py-0.5 sm:ps-7.5">
            {to ? (
              <Link
                to={to}
                className="flex min-h-11 items-center underline decoration-action/35 underline-offset-4 hover:decoration-current sm:min-h-9"
              >
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
