import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'

/** One line that unfolds the rows of the same kind as the row before. */
export function SimilarRows({ number, children }: { number: number; children: ReactNode }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <li className="min-w-0">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 px-4 text-start text-sm text-muted -outline-offset-2 hover:bg-tint/60 hover:text-ink lg:ps-[5.5rem]"
        >
          {t('logs.similar', { count: number })}
          <ChevronDown aria-hidden="true" className={classes('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
        </button>
      </li>
      {isOpen && children}
    </>
  )
}
