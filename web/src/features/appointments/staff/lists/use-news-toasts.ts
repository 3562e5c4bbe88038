// Shows a toast when patients request, move or cancel while the doctor's page is open. The changed row may be outside the viewport.
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
  // Rows are not news when their page loads for the first time.
  const shownPages = useRef(0)
  const shownUntil = useRef('')
  const told = useRef(new Set<string>())
  const notify = useEffectEvent((appointment: Appointment) => {
    const news = newsOf(appointment)
    const { id, updated_at, reschedule_count, appointment_date, appointment_time } = appointment
    // The key leaves out `updated_at`, because a saved note changes it too and is not news.
    const change = `${id} ${news} ${reschedule_count}`
    const isKnown = told.current.has(change) || updated_at <= shownUntil.current
    told.current.add(change)
    if (!news || isKnown) return
    const when = { day: formatDay(appointment_date, language), time: appointment_time }
    toast.info(t(TITLES[news]), {
      // After a patient's last appointment is cancelled, the doctor may not read the name. The time then identifies the appointment.
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
