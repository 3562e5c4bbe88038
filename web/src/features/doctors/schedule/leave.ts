// A day off, or some hours of one, in the doctor's time zone.

import * as z from 'zod/mini'
import { MAX_REASON_LENGTH } from '../../../../../supabase/functions/_shared/rules.ts'
import type { TextKey } from '../../../lib/i18n.tsx'
import { weekdayOf } from '../../../lib/time/dates.ts'
import { addDays, clockIn, isoDay } from '../../../lib/time/zones.ts'
import type { TimeOff } from './queries.ts'
import { clock } from './week.ts'

/** The same limit as in the database. */
const MAX_DAYS = 366

/** The heading above the list of leaves. */
export const LEAVES_HEADING_ID = 'leaves'

/** `today` returns the current day in a doctor's zone. */
export const leaveInput = (today: (doctorId: string) => string) =>
  z
    .object({
      doctor_id: z.string().check(z.minLength(1, 'leave.doctorMissing' satisfies TextKey)),
      leave_date: z.string().check(z.minLength(1, 'leave.dateMissing' satisfies TextKey)),
      last_date: z.string(),
      is_weekly: z.boolean(),
      start_time: z.string(),
      end_time: z.string(),
      reason: z.string().check(z.trim(), z.maxLength(MAX_REASON_LENGTH, 'leave.reasonTooLong' satisfies TextKey)),
    })
    .check(
      z.refine((leave) => !leave.leave_date || leave.leave_date >= today(leave.doctor_id), {
        path: ['leave_date'],
        error: 'leave.datePast' satisfies TextKey,
      }),
      z.refine(({ leave_date, last_date }) => !last_date || (last_date >= leave_date && last_date < addDays(leave_date, MAX_DAYS)), {
        path: ['last_date'],
        error: 'leave.lastWrong' satisfies TextKey,
      }),
      z.refine(({ start_time, end_time }) => !(start_time && end_time) || end_time === '00:00' || start_time < end_time, {
        path: ['end_time'],
        error: 'leave.timesWrong' satisfies TextKey,
      }),
    )

export interface LeaveValues {
  doctor_id: string
  leave_date: string
  /** Empty for a single day. */
  last_date: string
  is_weekly: boolean
  start_time: string
  end_time: string
  reason: string
}

/** Empty fields are stored as null. */
export const leaveDraft = (values: LeaveValues): TimeOff => ({
  doctor_id: values.doctor_id,
  leave_date: values.leave_date,
  start_time: values.start_time || null,
  end_time: values.end_time || null,
  reason: values.reason || null,
  last_date: values.last_date || null,
  isWeekly: values.is_weekly,
})

export interface LeaveTimes {
  leave_date: string
  start_time: string | null
  end_time: string | null
}

/** Splits a leave into one leave per day. */
export function daysOf({ leave_date, last_date, start_time, end_time, isWeekly }: Omit<TimeOff, 'doctor_id' | 'reason'>): LeaveTimes[] {
  const days = [leave_date]
  const end = last_date || leave_date
  for (let day = addDays(leave_date, 1); day <= end && days.length < MAX_DAYS; day = addDays(day, 1)) days.push(day)
  const chosen = isWeekly ? days.filter((day) => weekdayOf(day) === weekdayOf(leave_date)) : days
  return chosen.map((day) => ({ leave_date: day, start_time, end_time }))
}

/** The hours of a leave that has both times. Otherwise the leave takes the whole day. */
export const hoursOf = ({ start_time, end_time }: LeaveTimes) =>
  start_time && end_time ? { start: clock(start_time), end: clock(end_time) } : undefined

/** Whether only one time is given. Such a leave takes the whole day, which may not be intended. */
export const hasOneTime = ({ start_time, end_time }: Omit<LeaveTimes, 'leave_date'>) => Boolean(start_time) !== Boolean(end_time)

/** Whether an appointment overlaps the leave, in the doctor's zone. */
export function touches(leave: LeaveTimes, appointment: { starts_at: string; ends_at: string }, zone: string) {
  const moment = (instant: string) => `${isoDay(instant, zone)} ${clockIn(instant, zone)}`
  const { start, end } = hoursOf(leave) ?? { start: '00:00', end: '00:00' }
  const from = `${leave.leave_date} ${start}`
  const to = `${leave.leave_date} ${end === '00:00' ? '24:00' : end}`
  return moment(appointment.starts_at) < to && moment(appointment.ends_at) > from
}

/** Sorts future leaves with the next one first, and past leaves with the latest one first. */
export function sortLeaves<Leave extends LeaveTimes>(leaves: Leave[], today: (leave: Leave) => string) {
  const sorted = leaves.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  return {
    coming: sorted.filter((leave) => leave.leave_date >= today(leave)),
    past: sorted.filter((leave) => leave.leave_date < today(leave)).toReversed(),
  }
}

const keyOf = (leave: LeaveTimes) => `${leave.leave_date} ${hoursOf(leave)?.start ?? ''}`
