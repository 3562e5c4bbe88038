// A section of a long page. On a phone it is a row that opens, so that the whole page can be overviewed; elsewhere it is open.
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { type AddMark, type Mark, SectionContext } from './section-marks.ts'

interface PhoneSectionProps {
  /** The id of the heading, for the focus, and for links, which open the section. */
  id: string
  title: string
  /** One line that the row shows while it is folded. */
  summary?: ReactNode
  /** Shown in the row in any case. */
  status?: ReactNode
  isOpenAtFirst?: boolean
  onMark?: AddMark
  className?: string
  children: ReactNode
}

export function PhoneSection({ id, title, summary, status, isOpenAtFirst = false, onMark, className, children }: PhoneSectionProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const { hash, key } = useLocation()
  const [followed, setFollowed] = useState<string>()
  if (hash === `#${id}` && key !== followed) {
    setFollowed(key)
    setIsOpen(true)
  }
  const context = useMemo(() => onMark && { mark: (mark: Mark) => onMark(id, mark), open: () => setIsOpen(true) }, [id, onMark])
  const shownSummary = isOpen ? undefined : summary
  const hasLine = Boolean(shownSummary ?? status)
  // The name of a section does not include its state.
  const titleId = summary ? `${id}-title` : undefined
  return (
    <section aria-labelledby={titleId ?? id} className="sm:py-6">
      <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          className="flex min-h-14 w-full items-center justify-between gap-3 text-start text-base sm:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes('min-w-0', hasLine && 'grid gap-0.5 py-2.5')}>
            <span id={titleId}>{title}</span>{' '}
            {hasLine && (
              <span className="flex flex-wrap gap-x-3 text-sm font-normal">
                {shownSummary} {status}
              </span>
            )}
          </span>
          <ChevronDown
            aria-hidden="true"
            className={classes('size-5 shrink-0 text-brass transition-transform duration-200 ease-calm', isOpen && 'rotate-180')}
          />
        </button>
        <span className="max-sm:hidden">{title}</span>
      </h2>
      {/* Stays mounted while folded, so that typed input is kept. Whoever uses it in a wide window keeps it open when the window narrows. */}
      <div
        id={`${id}-content`}
        className={classes('grid gap-3 max-sm:pb-5 sm:mt-2', !isOpen && 'max-sm:hidden', className)}
        onFocus={() => setIsOpen(true)}
      >
        <SectionContext value={context}>{children}</SectionContext>
      </div>
    </section>
  )
}
