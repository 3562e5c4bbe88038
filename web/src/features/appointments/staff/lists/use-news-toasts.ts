// A toast for what patients do while the doctor's page is open: the card that changes may be out of sight.
import { useEffect, useEffectEvent, useRef } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { newsOf } from './news.ts'

const TITLES: Record<NonNullable<ReturnType<typeof newsOf>>, TextKey> = {
  requested: 'staff.newsRequested',
  moved: 'staff.newsMoved',
  cancelled: 'staff.newsCancelled',
}

/** `pages` is how many pages of the list are loaded. */
export function useNewsToasts(appointments: Appointment[] | undefined, pages: number) {
  const { t, language } = useI18n()
  // What a page of the list showed first is not news.
  const shownPages = useRef(0)
  const shownUntil = useRef('')
  const told = useRef(new Set<string>())
  const notify = useEffectEvent((appointment: Appointment) => {
    const news = newsOf(appointment)
    const { id, updated_at, reschedule_count, appointment_date, appointment_time } = appointment
    // A note changes the row too, and is no news.
    const change = `${id} ${news} ${reschedule_count}`
    const isKnown = told.current.has(change) || updated_at <= shownUntil.current
    told.current.add(change)
    if (!news || isKnown) return
    const when = { day: formatDay(appointment_date, language), time: appointment_time }
    toast.info(t(TITLES[news]), {
      // With the last appointment of a patient their name goes too. Its time says which one it was.
      description: appointment.patient ? t('staff.newsText', { patient: patientName(appointment, t), ...when }) : t('staff.newsTime', when),
    })
  })
  useEffect(() => {
    if (!appointments) return
    if (shownPages.current !== pages) {
      shownUntil.current = appointments.reduce((latest, { updated_at }) => (updated_at > latest ? updated_at : latest), shownUntil.current)
      shownPages.current = pages
    }
    for (const each of appointments) notify(each)
  }, [appointments, pages])
}
