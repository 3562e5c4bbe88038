// The categories of the questions: an index beside them, or a line of chips above them on small screens. The category in view is marked.
import { type MouseEvent, useEffect, useRef } from 'react'
import { FADING, useFade } from '../../../components/ui/use-fade.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { useCurrentSection } from '../../../lib/use-current-section.ts'

interface Category {
  /** The id of its section. */
  id: string
  title: string
}

const CHIP =
  'max-lg:rounded-full max-lg:bg-tint max-lg:px-4 max-lg:whitespace-nowrap hover:text-action max-lg:aria-[current]:bg-action max-lg:aria-[current]:text-on-action'
const ENTRY =
  'lg:border-s lg:border-line lg:ps-5 lg:font-display lg:text-xl lg:text-muted lg:aria-[current]:border-brass lg:aria-[current]:text-ink'

export function FaqCategories({ categories }: { categories: Category[] }) {
  const { t } = useI18n()
  const current = useCurrentSection(categories.map(({ id }) => id))
  const list = useRef<HTMLUListElement>(null)
  useFade(list)
  useEffect(() => {
    const [chip, row] = [list.current?.querySelector(`[href="#${current}"]`), list.current]
    if (!chip || !row) return
    const [inner, outer] = [chip.getBoundingClientRect(), row.getBoundingClientRect()]
    row.scrollBy({ left: inner.left + inner.width / 2 - outer.left - outer.width / 2 })
  }, [current])
  const jump = (event: MouseEvent, id: string) => {
    const section = document.getElementById(id)
    if (!section) return
    // Does not change the address, which contains the open question.
    event.preventDefault()
    section.focus({ preventScroll: true })
    section.scrollIntoView()
  }
  return (
    <nav
      aria-label={t('faq.categories')}
      className="sticky top-18 z-1 -mx-5 bg-paper md:-mx-8 lg:top-28 lg:mx-0 lg:self-start print:hidden"
    >
      <ul
        ref={list}
        className={`flex gap-2 overflow-x-auto px-5 py-2 [scrollbar-width:none] md:px-8 lg:flex-col lg:gap-0 lg:overflow-visible lg:p-0 ${FADING}`}
      >
        {categories.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => jump(event, id)}
              className={`flex min-h-11 items-center transition-colors duration-150 ease-calm lg:min-h-12 ${CHIP} ${ENTRY}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
