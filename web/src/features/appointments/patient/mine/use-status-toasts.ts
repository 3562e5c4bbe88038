// Shows a toast for every status that changes while the page is open, because the changed badge may be outside the viewport.
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { aboutPerson } from '../../../../domain/people.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { clocksInWords, clocksOf, type Reader } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import type { MyAppointment } from '../own-queries.ts'

const TITLES: Partial<Record<MyAppointment['status'], TextKey>> = {
  confirmed: 'appointments.newsConfirmed',
  cancelled: 'appointments.newsCancelled',
  completed: 'appointments.newsCompleted',
}

/** Only reports moves by staff, because patients know about their own. */
const titleOfMove = (before: Pick<MyAppointment, 'reschedule_count'>, { reschedule_count, rescheduled_by }: MyAppointment) =>
  reschedule_count > before.reschedule_count && rescheduled_by !== 'patient' ? 'move.news' : undefined

/** Ids of appointments cancelled on this page, which need no toast. */
export const cancelledHere = new Set<string>()

export function useStatusToasts(appointments: MyAppointment[] | undefined, ownZone: string) {
  const i18n = useI18n()
  const { t, language } = i18n
  const known = useRef(new Map<string, Pick<MyAppointment, 'status' | 'reschedule_count'>>())
  const notify = useEffectEvent((appointment: MyAppointment) => {
    const { id, status, cancelled_by, doctor, person } = appointment
    const before = known.current.get(id)
    known.current.set(id, appointment)
    if (!before) return
    const title =
      before.status === status ? titleOfMove(before, appointment) : cancelled_by === 'expired' ? 'appointments.newsExpired' : TITLES[status]
    if (!title || (status === 'cancelled' && cancelledHere.has(id))) return
    const reader: Reader = { is: 'patient', zone: ownZone }
    const clocks = clocksOf(appointment, reader, i18n)
    toast.info(t(title), {
      description: aboutPerson(
        person?.name,
        t('appointments.newsText', {
          doctor: titledName(doctor, t),
          day: formatDay(clocks.day, language),
          time: clocksInWords(clocks, reader, i18n),
        }),
        t,
      ),
    })
  })
  useEffect(() => {
    for (const each of appointments ?? []) notify(each)
  }, [appointments])
}
