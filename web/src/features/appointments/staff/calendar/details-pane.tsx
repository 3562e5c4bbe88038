// The pane beside the day of one doctor. It shows the selected appointment in place of a dialog.
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../../../lib/i18n.tsx'
import { cardId } from '../lists/list-focus.ts'
import { AppointmentDetails, type DetailsActions, type OpenedAppointment, useTitles } from './appointment-details.tsx'
import type { CalendarAppointment } from './calendar-query.ts'
import { clockOf, placeOf } from './days.ts'
import { patientLabel } from './patient-label.ts'

/** Shown while no appointment is selected. Offers the next one of the day. */
export function EmptyPane({ next, onOpen }: { next: OpenedAppointment | undefined; onOpen: (appointment: CalendarAppointment) => void }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-4">
      {next && (
        <button
          type="button"
          className="grid gap-1 rounded-box border border-control bg-surface p-5 text-start transition-colors duration-150 ease-calm hover:border-action"
          onClick={() => onOpen(next.appointment)}
        >
          <span className="text-sm text-muted">{`${t('card.next')}${t('text.colon')}`}</span>
          <span className="text-xl font-semibold wrap-anywhere">
            <bdi dir="ltr" className="text-action">
              {clockOf(placeOf(next.appointment.starts_at, next.doctor.timezone).minute)}
            </bdi>{' '}
            <bdi>{patientLabel(next.appointment, t)}</bdi>
          </span>
        </button>
      )}
      <div className="grid gap-1 px-5 text-sm text-muted">
        <p className="font-medium">{t('calendar.paneTitle')}</p>
        <p className="max-w-[50ch]">{t('calendar.paneText')}</p>
      </div>
    </div>
  )
}

/** Takes the focus when an appointment is selected. Closing, also with Escape, returns the focus to the appointment. */
export function DetailsPane({ onClose, ...rest }: OpenedAppointment & Omit<DetailsActions, 'onAnswered'>) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, description } = useTitles(rest)
  const { id } = rest.appointment
  // The component is keyed by appointment, so this runs once for each.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const leave = () => {
    const block = document.getElementById(cardId(id)) ?? document.querySelector<HTMLElement>('[role=grid] tbody [tabindex="0"]')
    block?.focus()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape from the elements inside
    <section
      aria-labelledby="details"
      className="grid gap-4 rounded-box border border-line bg-surface p-5"
      onKeyDown={(event) => {
        // Ignores an Escape that closed a dialog opened from here.
        if (event.key === 'Escape' && !event.defaultPrevented && event.currentTarget.contains(event.target as Node)) leave()
      }}
    >
      <div className="grid gap-1">
        <div className="flex items-start justify-between gap-4">
          <h2 id="details" ref={heading} tabIndex={-1} className="text-xl font-semibold wrap-anywhere outline-none">
            <bdi>{title}</bdi>
          </h2>
          <button
            type="button"
            aria-label={t('dialog.close')}
            className="-my-2 -me-2 grid size-11 shrink-0 place-items-center rounded-box hover:bg-tint"
            onClick={leave}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <p className="text-sm text-muted">{description}</p>
      </div>
      <AppointmentDetails {...rest} isBesideGrid onClose={leave} onAnswered={() => heading.current?.focus()} />
    </section>
  )
}
