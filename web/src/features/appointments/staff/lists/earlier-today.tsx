import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'

/** Today's past appointments, folded into one line. */
export function EarlierToday({ rows, renderRow }: { rows: Appointment[]; renderRow: (row: Appointment) => ReactNode }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-box px-3 text-start text-sm text-muted -outline-offset-2 hover:bg-tint hover:text-ink sm:px-4"
      >
        {t('row.earlier', { number: rows.length })}
        <ChevronDown aria-hidden="true" className={classes('size-5 shrink-0 transition-transform sm:me-3', isOpen && 'rotate-180')} />
      </button>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line border-t border-line">
        {isOpen && rows.map(renderRow)}
      </ul>
    </li>
  )
}
