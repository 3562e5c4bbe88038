// Which rows of a list are selected, and why an action did not work for some of them.
import { useCallback, useState } from 'react'
import type { Appointment } from '../queries.ts'

export type BulkAction = 'confirmed' | 'cancelled' | 'completed'

type Answerable = Pick<Appointment, 'status' | 'starts_at'>

/** What can be done with an appointment together with others. The database decides. */
export function actionsFor({ status, starts_at }: Answerable, now: Date): BulkAction[] {
  const hasStarted = new Date(starts_at) <= now
  if (status === 'pending') return hasStarted ? [] : ['confirmed', 'cancelled']
  if (status === 'confirmed') return hasStarted ? ['completed', 'cancelled'] : ['cancelled']
  return []
}

export interface Selection {
  ids: ReadonlySet<string>
  problems: ReadonlyMap<string, string>
  select: (ids: string[], isSelected: boolean) => void
  /** After an action: those that it did not work for stay selected, with the reason. */
  settle: (done: string[], failed: ReadonlyMap<string, string>) => void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  // One function for all rows and renderings: rows that did not change are not rendered again.
  const select = useCallback((changed: string[], isSelected: boolean) => {
    setIds((before) => (isSelected ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id)))))
    setProblems((before) => new Map([...before].filter(([id]) => !changed.includes(id))))
  }, [])
  return {
    ids,
    problems,
    select,
    settle: (done, failed) => {
      setIds((before) => new Set([...[...before].filter((id) => !done.includes(id)), ...failed.keys()]))
      setProblems(failed)
    },
  }
}
