// A section of a long form. On a phone it is a row that says what its fields contain, and opens; elsewhere it is open.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../../lib/classes.ts'

interface FieldSectionProps {
  title: string
  /** The language of the title, if it is not the reader's. */
  lang?: string
  /** A line below the title of the row. */
  state?: ReactNode
  /** Shown beside the title, on phones and elsewhere. */
  badge?: ReactNode
  /** Opens the row if one of its fields is invalid, because the field could not be seen and focused otherwise. */
  isWrong: boolean
  className?: string
  children: ReactNode
}

export function FieldSection({ title, lang, state, badge, isWrong, className, children }: FieldSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  // The row stays open once the field is valid again.
  if (isWrong && !isOpen) setIsOpen(true)
  const name = <span lang={lang}>{title}</span>
  return (
    <section aria-label={title} className={classes('sm:border-t sm:border-line', className)}>
      <h3 className="font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex min-h-14 w-full items-center justify-between gap-3 py-3 text-start sm:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {name}
              {badge}
            </span>
            {state}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classes('size-5 shrink-0 text-brass transition-transform duration-200 ease-calm', isOpen && 'rotate-180')}
          />
        </button>
        <span className="grid gap-1 max-sm:hidden">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {name}
            {badge}
          </span>
          {state}
        </span>
      </h3>
      <div id={id} className={classes('max-sm:pt-1 max-sm:pb-6', !isOpen && 'max-sm:hidden')}>
        {children}
      </div>
    </section>
  )
}
