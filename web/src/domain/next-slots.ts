// The next free times of the doctors, for signed-in people and visitors.
import { useCallback, useEffect, useState } from 'react'
import type { Database } from '../../../supabase/functions/_shared/database.types.ts'
import { usePageValue } from '../lib/data/page-data.tsx'
import { fetchPublic } from '../lib/data/public-api.ts'

export type NextSlot = Database['public']['Functions']['get_next_slots']['Returns'][number]

export interface NextSlots {
  /** Sorted by the doctors' first times. */
  byDoctor: Map<string, NextSlot[]>
  /** False if there are more doctors than one request returns. Then a missing doctor may still have free times. */
  isComplete: boolean
}

/** The number of doctors that the database returns in one request. */
const MAX_DOCTORS = 50

export function groupSlots(rows: NextSlot[]): NextSlots {
  const byDoctor = new Map<string, NextSlot[]>()
  for (const row of rows) byDoctor.set(row.doctor_id, [...(byDoctor.get(row.doctor_id) ?? []), row])
  return { byDoctor, isComplete: byDoctor.size < MAX_DOCTORS }
}

/** Asks for these doctors, or for all doctors that one request returns. */
export interface SlotsOptions {
  perDoctor?: number
  doctorIds?: string[] | undefined
}

const listNextSlots = async ({ perDoctor = 3, doctorIds }: SlotsOptions, signal: AbortSignal) =>
  groupSlots(
    await fetchPublic<NextSlot[]>('rpc/get_next_slots', {
      signal,
      body: { ...(doctorIds && { doctor_ids: doctorIds }), per_doctor: perDoctor },
    }),
  )

export interface NextSlotsState {
  slots?: NextSlots | undefined
  hasFailed: boolean
}

/**
 * Shows the times that the server rendered into the page first. Fetches the times once, and again whenever the tab becomes visible or the
 * browser is online again. A failure keeps the times that are shown. There are no live updates here: the booking form has them, and the
 * database decides.
 */
export function useNextSlots({ perDoctor, doctorIds }: SlotsOptions = {}): NextSlotsState {
  // The same doctors in another array are not asked again.
  const asked = doctorIds?.join()
  const given = usePageValue('slots') as NextSlot[] | undefined
  const [state, setState] = useState<NextSlotsState>({ slots: given && groupSlots(given), hasFailed: false })
  const load = useCallback(
    async (signal: AbortSignal) => {
      try {
        const slots = await listNextSlots({ ...(perDoctor && { perDoctor }), doctorIds: asked ? asked.split(',') : undefined }, signal)
        if (!signal.aborted) setState({ slots, hasFailed: false })
      } catch {
        if (!signal.aborted) setState((before) => ({ ...before, hasFailed: true }))
      }
    },
    [perDoctor, asked],
  )
  useEffect(() => {
    let request = new AbortController()
    const reload = () => {
      if (document.visibilityState === 'hidden') return
      request.abort()
      request = new AbortController()
      void load(request.signal)
    }
    reload()
    document.addEventListener('visibilitychange', reload)
    addEventListener('online', reload)
    return () => {
      request.abort()
      document.removeEventListener('visibilitychange', reload)
      removeEventListener('online', reload)
    }
  }, [load])
  return state
}

/** Opens booking with the doctor, the day and the time selected. Day and time are on the doctor's clock, as stored. */
export const bookingPath = ({ doctor_id, appointment_date, appointment_time }: NextSlot) =>
  `/appointments?doctor=${doctor_id}&date=${appointment_date}&time=${appointment_time}`
