// The line above the calendar: the number of appointments, the clock it shows, and the next appointment.
import type { ReactNode } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { NextInCalendar, type NextInCalendarProps } from './next-in-calendar.tsx'

interface InfoLineProps {
  /** Set on phones, where the toolbar has no room for it. */
  doctorChoice: ReactNode
  /** Undefined while loading. */
  count: number | undefined
  /** Undefined if the list shows its own empty state. */
  emptyText: TextKey | undefined
  /** Names the calendar's time zone, if the reader or a doctor has a different one. */
  clock: string | false
  /** Says where to find the times of doctors in other time zones. */
  clockHint: string | false
  warning: string | false
  /** The search for the next appointment if none is shown. False for past days. */
  next: NextInCalendarProps | false
  /** Content for the end of the line. */
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
