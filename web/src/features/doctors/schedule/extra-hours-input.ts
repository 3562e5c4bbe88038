// Validation of extra hours on one date. The database has the same rules.
import * as z from 'zod/mini'
import type { TextKey } from '../../../lib/i18n.tsx'

const key = (text: TextKey) => text

export const extraHoursInput = (today: () => string) =>
  z
    .object({
      on_date: z.string().check(z.minLength(1, key('extra.dateMissing'))),
      start_time: z.string().check(z.minLength(1, key('extra.timeMissing'))),
      end_time: z.string().check(z.minLength(1, key('extra.timeMissing'))),
    })
    .check(
      z.refine(({ on_date }) => !on_date || on_date >= today(), { path: ['on_date'], error: key('extra.datePast') }),
      z.refine(({ start_time, end_time }) => !start_time || !end_time || end_time === '00:00' || start_time < end_time, {
        path: ['end_time'],
        error: key('extra.timesWrong'),
      }),
    )

export type ExtraHoursValues = z.infer<ReturnType<typeof extraHoursInput>>
