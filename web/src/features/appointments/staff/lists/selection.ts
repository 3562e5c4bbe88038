// The selected rows of a list, and why a bulk action failed for some of them.
import { useCallback, useState } from 'react'
import type { Appointment } from '../queries.ts'

export type BulkAction = 'confirmed' | 'cancelled' | 'completed'

type Answerable = Pick<Appointment, 'status' | 'starts_at'>

/** The bulk actions that apply to an appointment. The database enforces the rules. */
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
  /** Call this after an action. The rows for which it failed stay selected and get the reason. */
  settle: (done: string[], failed: ReadonlyMap<string, string>) => void
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  // A stable callback, so that unchanged rows do not render again.
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
