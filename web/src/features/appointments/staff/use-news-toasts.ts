// A toast for what patients do while the doctor's page is open: the card that changes may be out of sight.
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '../../../components/toaster.tsx'
import { formatDay } from '../../../lib/dates.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import type { Appointment } from '../queries.ts'
import { newsOf } from './news.ts'
import { patientName } from './patient-name.ts'

const TITLES: Record<NonNullable<ReturnType<typeof newsOf>>, TextKey> = {
  requested: 'staff.newsRequested',
  moved: 'staff.newsMoved',
  cancelled: 'staff.newsCancelled',
}

export function useNewsToasts(appointments: Appointment[] | undefined) {
  const { t, language } = useI18n()
  // What the page showed first is not news. Rows that are loaded later are older than it.
  const shownUntil = useRef<string>(undefined)
  const told = useRef(new Set<string>())
  const notify = useEffectEvent((appointment: Appointment) => {
    const news = newsOf(appointment)
    const { id, updated_at, reschedule_count, appointment_date, appointment_time } = appointment
    // A note changes the row too, and is no news.
    const change = `${id} ${news} ${reschedule_count}`
    const isKnown = told.current.has(change) || updated_at <= (shownUntil.current ?? '')
    told.current.add(change)
    if (!news || isKnown) return
    toast.info(t(TITLES[news]), {
      description: t('staff.newsText', {
        patient: patientName(appointment, t),
        day: formatDay(appointment_date, language),
        time: appointment_time,
      }),
    })
  })
  useEffect(() => {
    if (!appointments) return
    shownUntil.current ??= appointments.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), '')
    for (const each of appointments) notify(each)
  }, [appointments])
}
