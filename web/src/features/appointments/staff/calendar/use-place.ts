// Keeps the calendar's state in the URL, so that reloading, going back and shared links restore it.

import { isUuid } from '../../../../lib/patterns.ts'
import { useSearchParams } from '../../../../lib/router/router.tsx'
import { addDays } from '../../../../lib/time/zones.ts'

export const VIEWS = ['day', 'week', 'agenda'] as const
export type View = (typeof VIEWS)[number]

/** More ids would make the URL too long. */
const MAX_CHOSEN = 20
const DAY = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const isDay = (text: string) => DAY.test(text) && addDays(text, 0) === text

export function usePlace(today: string, defaultView: View) {
  const [params, setParams] = useSearchParams()
  const view = VIEWS.find((each) => each === params.get('view')) ?? defaultView
  const given = params.get('day') ?? ''
  const day = isDay(given) ? given : today
  const chosenIds = (params.get('doctors') ?? '').split(',').filter(isUuid).slice(0, MAX_CHOSEN)
  const change = (values: Record<string, string | undefined>) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      // Replaces the entry, because turning pages would fill the history.
      { replace: true },
    )
  return {
    view,
    day,
    chosenIds,
    page: Math.max(0, Math.trunc(Number(params.get('page')) || 0)),
    withCancelled: params.get('cancelled') === '1',
    allHours: params.get('hours') === 'all',
    showView: (next: View) => change({ view: next, page: undefined }),
    // Resets the page, because other doctors work on another day.
    showDay: (next: string) => change({ day: next === today ? undefined : next, page: undefined }),
    /** Shows a day with a column for each doctor. */
    showColumns: (next: string) => change({ view: 'day', day: next === today ? undefined : next, page: undefined }),
    showPage: (next: number) => change({ page: next ? String(next) : undefined }),
    chooseDoctors: (ids: string[]) => change({ doctors: ids.slice(0, MAX_CHOSEN).join(','), page: undefined }),
    setWithCancelled: (on: boolean) => change({ cancelled: on ? '1' : undefined }),
    setAllHours: (on: boolean) => change({ hours: on ? 'all' : undefined }),
  }
}

export type Place = ReturnType<typeof usePlace>
