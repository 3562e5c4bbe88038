// Appointments that no longer fit the schedule: one line that unfolds them, with the actions for them.
import { CalendarX2, ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { AffectedList } from './affected-list.tsx'
import { useAffected } from './affected-queries.ts'

const HEADING = 'affected-appointments'

export function AffectedAppointments({ doctor }: { doctor: { id: string; timezone: string } }) {
  const { t } = useI18n()
  const { data } = useAffected(doctor.id)
  const panelId = useId()
  // Folded if there are appointments already. The first ones that a change on this page causes are shown unfolded.
  const [wasEmpty, setWasEmpty] = useState<boolean>()
  if (data && wasEmpty === undefined) setWasEmpty(data.length === 0)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? wasEmpty ?? false
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={HEADING} className="overflow-hidden rounded-box border border-wait/30 bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setChosen(!isOpen)}
          className="group flex min-h-13 w-full flex-wrap items-center gap-x-3 bg-wait-tint px-4 py-2 text-start -outline-offset-2 sm:px-5"
        >
          <CalendarX2 aria-hidden="true" className="size-5 shrink-0 text-wait" />
          <span id={HEADING} className="flex-1 basis-[8em] leading-snug font-medium">
            {t('affected.title', { number: data.length })}
          </span>{' '}
          <span className="ms-auto flex shrink-0 items-center gap-1.5 text-sm font-medium text-action-strong underline-offset-4 group-hover:underline">
            {t(isOpen ? 'affected.hide' : 'affected.show')}
            <ChevronDown
              aria-hidden="true"
              className={classes('size-4 transition-transform duration-200 ease-calm', isOpen && 'rotate-180')}
            />
          </span>
        </button>
      </h2>
      {/* Stays mounted while folded, so that the message and the choice are kept. */}
      <div id={panelId} hidden={!isOpen}>
        <AffectedList appointments={data} doctor={doctor} />
      </div>
    </section>
  )
}
