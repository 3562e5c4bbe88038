import { useEffect, useState } from 'react'

/** The height of what sticks to the top of the window. */
const TOP = 168

/** The id of the section being read: the first one in the upper part of the window, or the last such one if there is none. */
export function useCurrentSection(ids: string[]) {
  const [current, setCurrent] = useState<string>()
  const names = ids.join()
  useEffect(() => {
    const all = names.split(',')
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        // Applies the entries in order, because one batch may contain a section that came into view and left it again.
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        const first = all.find((id) => inView.has(id))
        if (first) setCurrent(first)
        // Above all sections, after a jump to the top.
        else if ((document.getElementById(all[0] ?? '')?.getBoundingClientRect().top ?? 0) > TOP) setCurrent(undefined)
      },
      { rootMargin: `-${TOP}px 0px -55% 0px` },
    )
    for (const id of all) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [names])
  return current && ids.includes(current) ? current : ids[0]
}
