// The categories of the questions: a list beside them, a line of chips above them on small screens. The one being read is marked.
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { FADING, useFade } from '../../components/ui/use-fade.tsx'
import { useI18n } from '../../lib/i18n.tsx'

interface Category {
  /** The id of its section. */
  id: string
  title: string
}

const CHIP =
  'max-lg:rounded-full max-lg:border max-lg:border-control max-lg:bg-surface max-lg:px-4 max-lg:aria-[current]:border-action max-lg:aria-[current]:bg-tint max-lg:aria-[current]:text-action-strong'
const LINE =
  'lg:-ms-px lg:border-s-2 lg:border-transparent lg:ps-4 lg:text-muted lg:hover:text-ink lg:aria-[current]:border-brass lg:aria-[current]:text-ink'

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
    // Not by the address, which names the open question.
    event.preventDefault()
    section.focus({ preventScroll: true })
    section.scrollIntoView()
  }
  return (
    <nav
      aria-label={t('faq.categories')}
      className="print:hidden lg:col-start-1 lg:row-start-1 max-lg:sticky max-lg:top-18 max-lg:z-1 max-lg:-mx-5 max-lg:bg-paper"
    >
      {/* At the end of a wide page the help below it moves up with the questions: behind the list, which stays in view. */}
      <ul
        ref={list}
        className={`flex gap-2 max-lg:overflow-x-auto max-lg:px-5 max-lg:py-2 max-lg:[scrollbar-width:none] lg:sticky lg:top-28 lg:grid lg:gap-0 lg:border-s lg:border-line lg:z-1 lg:bg-paper lg:shadow-[0_-2.5rem_0_var(--paper)] ${FADING}`}
      >
        {categories.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => jump(event, id)}
              className={`flex min-h-11 items-center whitespace-nowrap transition-colors duration-150 ease-calm aria-[current]:font-medium ${CHIP} ${LINE}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The first section in the upper part of the window. */
function useCurrentSection(ids: string[]) {
  const [inView, setInView] = useState<string[]>([])
  const names = ids.join()
  useEffect(() => {
    const sections = names.split(',').flatMap((id) => document.getElementById(id) ?? [])
    const observer = new IntersectionObserver(
      (entries) =>
        setInView((before) => {
          // One after the other: a section that was scrolled past has come and gone in the same batch.
          const after = new Set(before)
          for (const { isIntersecting, target } of entries) {
            if (isIntersecting) after.add(target.id)
            else after.delete(target.id)
          }
          return [...after]
        }),
      { rootMargin: '-168px 0px -55% 0px' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [names])
  return ids.find((id) => inView.includes(id)) ?? ids[0]
}
