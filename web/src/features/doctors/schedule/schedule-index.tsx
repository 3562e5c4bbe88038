// Names the sections of a schedule with their state, and leads to them. On a phone the rows of the sections do the same.
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { useI18n } from '../../../lib/i18n.tsx'

interface Entry {
  /** The id of the heading. */
  id: string
  title: string
  summary: ReactNode
  status: ReactNode
}

export function ScheduleIndex({ entries }: { entries: Entry[] }) {
  const { t } = useI18n()
  const current = useSectionInView(entries.map(({ id }) => id))
  const jump = (event: MouseEvent, id: string) => {
    const heading = document.getElementById(id)
    if (!heading) return
    // Does not change the address, because going back would only return to the section before.
    event.preventDefault()
    heading.focus({ preventScroll: true })
    heading.scrollIntoView()
  }
  return (
    <nav
      aria-label={t('schedule.sections')}
      className="max-sm:hidden xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:overflow-y-auto print:hidden"
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-6 xl:grid-cols-1">
        {entries.map(({ id, title, summary, status }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={(event) => jump(event, id)}
              className="group grid min-h-11 content-center gap-0.5 border-s-2 border-line py-2.5 ps-4 -outline-offset-2 transition-colors duration-150 ease-calm aria-[current]:border-brass"
            >
              <span className="leading-snug font-medium group-hover:text-action">{title}</span>{' '}
              <span className="flex flex-wrap gap-x-2 text-sm leading-snug">
                {summary} {status}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How far below the top edge of the window a section may begin to be the current one. */
const LINE_PX = 240

/** The section with the focus if it is in view, otherwise the one at the top of the window, or the last one at the end of the page. */
function useSectionInView(ids: string[]) {
  const [current, setCurrent] = useState(ids[0])
  const names = ids.join()
  useEffect(() => {
    const find = () => {
      const sections = names.split(',').flatMap((id) => document.getElementById(id)?.closest('section') ?? [])
      const focused = sections.find((section) => section.contains(document.activeElement))
      const isInView = (section: Element) => {
        const { top, bottom } = section.getBoundingClientRect()
        return top < innerHeight && bottom > 0
      }
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      const above = sections.filter((section) => section.getBoundingClientRect().top <= LINE_PX)
      const found = focused && isInView(focused) ? focused : isAtEnd ? sections.at(-1) : (above.at(-1) ?? sections[0])
      setCurrent(found?.querySelector('h2')?.id)
    }
    find()
    const events = ['scroll', 'focusin', 'resize'] as const
    for (const event of events) addEventListener(event, find, { passive: true })
    return () => {
      for (const event of events) removeEventListener(event, find)
    }
  }, [names])
  return current
}
