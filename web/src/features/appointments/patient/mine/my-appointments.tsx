// The patient's own appointments: the next one as a card, later ones as rows, and past ones in a collapsible section.
import { CalendarDays, ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import type { PersonBookedFor } from '../../../../domain/people.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useSearchParams } from '../../../../lib/router/router.tsx'
import { useNow } from '../../../../lib/time/use-now.ts'
import { type MyAppointment, useMyAppointments } from '../own-queries.ts'
import type { AppointmentParts } from './appointment-body.tsx'
import { AppointmentRows } from './appointment-rows.tsx'
import { MyAppointmentsSkeleton } from './my-appointments-skeleton.tsx'
import { NextCard } from './next-card.tsx'
import { usePersonFilter } from './person-filter.tsx'
import { isUpcoming } from './upcoming.ts'
import { useStatusToasts } from './use-status-toasts.ts'

interface MyAppointmentsProps {
  userId: string
  /** The people for whom the user acts. */
  people: PersonBookedFor[]
  ownZone: string
  partsOf: (appointment: MyAppointment) => AppointmentParts
  /** Whether the call can be entered now. */
  isRoomOpen: (appointment: MyAppointment) => boolean
  /** A question above the list. While a room is open it is below its button, which a phone shows without scrolling then. */
  zoneOffer: ReactNode
  onBook: () => void
}

/** Opens the appointment that a mail links to and scrolls to it, once. */
function useAskedAppointment(isLoaded: boolean) {
  const [query] = useSearchParams()
  const asked = query.get('appointment')
  useEffect(() => {
    const place = isLoaded && asked ? document.getElementById(`appointment-${asked}`) : null
    if (!place) return
    for (const each of [place.closest<HTMLDetailsElement>('details'), place.querySelector('details')]) if (each) each.open = true
    place.scrollIntoView({ block: 'start' })
  }, [isLoaded, asked])
}

const BOX = 'rounded-box border border-line bg-surface'

export function MyAppointments({ userId, people, ownZone, partsOf, isRoomOpen, zoneOffer, onBook }: MyAppointmentsProps) {
  const { t } = useI18n()
  const { data: all, error, refetch } = useMyAppointments(userId, people)
  const { data, filter } = usePersonFilter(all, people)
  const now = useNow()
  useStatusToasts(all, ownZone)
  useAskedAppointment(data !== undefined)
  if (error && !all) return <LoadFailed title={t('appointments.failed')} error={error} onRetry={() => void refetch()} />
  if (!all || !data) return <MyAppointmentsSkeleton />
  if (all.length === 0) {
    return (
      <div className="grid gap-4">
        {zoneOffer}
        <EmptyState
          icon={CalendarDays}
          title={t('appointments.empty')}
          text={t('appointments.emptyText')}
          action={<Button onClick={onBook}>{t('booking.book')}</Button>}
        />
      </div>
    )
  }
  const [next, ...later] = data.filter((each) => isUpcoming(each, now)).toReversed()
  const rest = data.filter((each) => !isUpcoming(each, now))
  const isNow = next !== undefined && isRoomOpen(next)
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-6">
      {!isNow && zoneOffer}
      {filter}
      {next && <NextCard appointment={next} ownZone={ownZone} parts={partsOf(next)} />}
      {isNow && zoneOffer}
      {later.length > 0 && (
        <div className={`${BOX} [&>ul>li:first-child>h3]:rounded-t-box`}>
          <AppointmentRows appointments={later} {...{ ownZone, partsOf }} />
        </div>
      )}
      {rest.length > 0 && (
        <details open={!next} className={`group/past ${BOX}`}>
          <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-3 rounded-box px-4 hover:text-action sm:px-5">
            {t('appointments.past', { count: rest.length })}
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-brass transition-transform duration-200 ease-calm group-open/past:rotate-180"
            />
          </summary>
          <div className="border-t border-line">
            <AppointmentRows appointments={rest} {...{ ownZone, partsOf }} />
          </div>
        </details>
      )}
    </div>
  )
}
