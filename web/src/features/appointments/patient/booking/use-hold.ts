// Holds the chosen slot while a signed-in user fills in the form. The database grants one hold per user, for ten minutes.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { supabase } from '../../../../lib/data/supabase.ts'
import { unwrap } from '../../../../lib/errors.ts'
import { isAboutTheTime, isNotAllowed, isTypeNotOffered } from '../../shared/booking-errors.ts'
import { refreshFreeTimes } from '../../shared/picker/free-times.ts'

interface HeldTime {
  doctorId: string
  day: string
  time: string
  /** Undefined if the appointment is for the user. */
  patientId: string | undefined
  /** Undefined for a doctor without types. */
  typeId: string | undefined
}

// Requests run one at a time, because a release that overtakes the next hold would end it.
let last: Promise<unknown> = Promise.resolve()
async function inTurn<Result>(request: () => Promise<Result>): Promise<Result> {
  const turn = last.then(request, request)
  last = turn.catch(() => {})
  return turn
}

const holdSlot = async ({ doctorId, day, time, patientId, typeId }: HeldTime) => {
  const slot = {
    doctor_id: doctorId,
    on_date: day,
    at_time: time,
    ...(patientId && { patient_id: patientId }),
    ...(typeId && { type_id: typeId }),
  }
  return inTurn(async () => unwrap(await supabase.rpc('hold_slot', slot)))
}

/** Errors are ignored, because a hold ends by itself after ten minutes. */
const releaseHold = () => inTurn(async () => supabase.rpc('release_hold'))

const SECOND_MS = 1000

/** Holds the given slot while this hook is mounted. */
export function useHold(held: HeldTime | undefined, onPersonRefused: () => void, onTypeRefused: (error: unknown) => void) {
  const client = useQueryClient()
  const [until, setUntil] = useState<number>()
  const [attempt, setAttempt] = useState(0)
  const [now, setNow] = useState(0)
  const wanted = held && JSON.stringify(held)
  const isHolding = wanted !== undefined
  const tellRefusal = useEffectEvent(onPersonRefused)
  const tellType = useEffectEvent(onTypeRefused)
  useEffect(() => {
    if (!isHolding) return undefined
    return () => void releaseHold()
  }, [isHolding])
  // oxlint-disable-next-line react/exhaustive-deps -- each attempt sends a new request
  useEffect(() => {
    if (!wanted) return undefined
    const time = JSON.parse(wanted) as HeldTime
    let isCurrent = true
    const hold = async () => {
      try {
        const instant = await holdSlot(time)
        if (!isCurrent) return
        setNow(Date.now())
        setUntil(Date.parse(instant))
      } catch (error) {
        // If somebody else was quicker, the refreshed slots show it. After any other error, the slot can still be booked without a hold.
        if (isCurrent && isAboutTheTime(error)) void refreshFreeTimes(client, time.doctorId)
        if (isCurrent && isTypeNotOffered(error)) tellType(error)
        if (isCurrent && time.patientId && isNotAllowed(error)) tellRefusal()
      }
    }
    void hold()
    return () => {
      isCurrent = false
      setUntil(undefined)
    }
  }, [wanted, attempt, client])
  const isOver = until !== undefined && until <= now
  useEffect(() => {
    if (until === undefined || isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [until, isOver])
  return {
    /** The remaining seconds of the hold. 0 after it has expired, undefined without a hold. */
    secondsLeft: until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / SECOND_MS)),
    again: () => setAttempt((before) => before + 1),
  }
}

export type Hold = ReturnType<typeof useHold>
