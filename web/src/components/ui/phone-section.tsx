// A section of a long page. On a phone it is a row that opens, so that the whole page can be overviewed; elsewhere it is open.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '../../lib/classes.ts'

interface PhoneSectionProps {
  /** The id of the heading, for links and for the focus. */
  id: string
  title: string
  /** Whether a link leads here. */
  isWanted?: boolean
  className?: string
  children: ReactNode
}

export function PhoneSection({ id, title, isWanted = false, className, children }: PhoneSectionProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const isShown = isOpen ?? isWanted
  return (
    <section aria-labelledby={id} className="sm:py-6">
      <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={`${id}-content`}
          className="flex min-h-14 w-full items-center justify-between gap-3 text-start text-base sm:hidden"
          onClick={() => setIsOpen(!isShown)}
        >
          {title}
          <ChevronDown
            aria-hidden="true"
            className={classes('size-5 shrink-0 text-brass transition-transform duration-200 ease-calm', isShown && 'rotate-180')}
          />
        </button>
        <span className="max-sm:hidden">{title}</span>
      </h2>
      <div id={`${id}-content`} className={classes('grid gap-3 max-sm:pb-5 sm:mt-2', !isShown && 'max-sm:hidden', className)}>
        {children}
      </div>
    </section>
  )
}
