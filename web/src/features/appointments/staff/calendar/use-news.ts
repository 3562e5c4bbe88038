// Announces changes of the calendar to screen readers, at most every five seconds and without moving the focus.
import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Calendar } from './calendar-query.ts'

const PAUSE_MS = 5000

/** `range` identifies the shown days and doctors. Switching to another range is not announced. */
export function useNews(calendar: Calendar | undefined, range: string, isOwnChange: (id: string) => boolean) {
  const { t } = useI18n()
  const [count, setCount] = useState(0)
  const seen = useRef<{ range: string; rows: Map<string, string> }>(undefined)
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOwn = useRef(isOwnChange)
  useEffect(() => {
    isOwn.current = isOwnChange
  })
  useEffect(() => {
    if (!calendar) return
    const rows = new Map(calendar.appointments.map(({ id, starts_at, status }) => [id, `${starts_at} ${status}`]))
    const before = seen.current
    seen.current = { range, rows }
    if (before?.range !== range) return
    for (const id of new Set([...rows.keys(), ...before.rows.keys()]))
      if (rows.get(id) !== before.rows.get(id) && !isOwn.current(id)) changed.current.add(id)
    if (!changed.current.size || timer.current) return
    const tell = () => {
      setCount(changed.current.size)
      changed.current.clear()
    }
    tell()
    timer.current = setTimeout(() => {
      timer.current = undefined
      // An unchanged sentence would not be read out again, so it is cleared in between.
      if (changed.current.size) tell()
      else setCount(0)
    }, PAUSE_MS)
  }, [calendar, range])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return count ? t('calendar.news', { count }) : ''
}
