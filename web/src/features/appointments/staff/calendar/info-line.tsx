// The line above the calendar: the number of appointments, the clock it shows, and the next appointment.
import type { ReactNode } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { NextInCalendar, type NextInCalendarProps } from './next-in-calendar.tsx'

interface InfoLineProps {
  /** On a phone, where the controls have no room for it. */
  doctorChoice: ReactNode
  /** Undefined while it is being loaded. */
  count: number | undefined
  /** Undefined where the list itself says that it is empty. */
  emptyText: TextKey | undefined
  /** Whose clock it is, where it is not the reader's or not that of every doctor. */
  clock: string | false
  /** Where the clocks of the others are. */
  clockHint: string | false
  warning: string | false
  /** Where to look for the next appointment, if there is none. False in the past. */
  next: NextInCalendarProps | false
  /** What belongs at the end of the line. */
  children: ReactNode
}

export function InfoLine({ doctorChoice, count, emptyText, clock, clockHint, warning, next, children }: InfoLineProps) {
  const { t } = useI18n()
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-sm text-muted">
      {doctorChoice && <div className="-ms-2 min-w-0">{doctorChoice}</div>}
      {count !== undefined && (
        <p className={classes('empty:hidden', Boolean(doctorChoice) && 'ms-auto')}>
          {count > 0 ? t('calendar.dayCount', { count }) : emptyText && t(emptyText)}
        </p>
      )}
      {count === 0 && next && <NextInCalendar {...next} />}
      {clock && (
        <p className={doctorChoice ? 'basis-full pb-1.5' : undefined}>
          {clock}
          {clockHint && ` ${clockHint}`}
        </p>
      )}
      {warning && <p className="text-wait">{warning}</p>}
      {children}
    </div>
  )
}
