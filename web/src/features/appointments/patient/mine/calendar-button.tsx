import { CalendarPlus } from 'lucide-react'
import { company } from '../../../../../../supabase/functions/_shared/company.ts'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { MENU_ITEM } from '../../../../components/ui/menu.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { addressOf } from '../../../../lib/languages.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { clocksInWords, clocksOf, type Reader } from '../../../../lib/time/clocks.ts'
import type { MyAppointment } from '../own-queries.ts'

/** The fields that a calendar event needs. */
export type CalendarAppointment = Pick<
  MyAppointment,
  'id' | 'status' | 'starts_at' | 'ends_at' | 'timezone' | 'appointment_date' | 'reschedule_count'
> & {
  doctor: Pick<MyAppointment['doctor'], 'first_name' | 'last_name'>
  person?: MyAppointment['person']
}

interface CalendarButtonProps {
  appointment: CalendarAppointment
  ownZone: string
  isInMenu?: boolean
  look?: 'primary' | 'secondary'
}

/** Saves the same event that the e-mails contain, so that importing both creates only one. */
export function CalendarButton({ appointment, ownZone, isInMenu = false, look = 'secondary' }: CalendarButtonProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { doctor, status, person } = appointment
  const save = async () => {
    const { calendarOf } = await import('../../../../../../supabase/functions/_shared/calendar.ts')
    const reader: Reader = { is: 'patient', zone: ownZone }
    const clocks = clocksInWords(clocksOf(appointment, reader, i18n), reader, i18n)
    const name = t('doctor.name', { first: doctor.first_name, last: doctor.last_name })
    const page = location.origin + addressOf(language, '/appointments')
    const file = calendarOf({
      id: appointment.id,
      method: 'PUBLISH',
      status: status === 'confirmed' ? 'CONFIRMED' : 'TENTATIVE',
      // The same sequence as in the e-mails, where each move advances it by three.
      sequence: 3 * appointment.reschedule_count + (status === 'confirmed' ? 1 : 0),
      startsAt: new Date(appointment.starts_at),
      endsAt: new Date(appointment.ends_at),
      summary: `${person ? t('appointments.summaryFor', { patient: person.name, name }) : name} – ${company.brand}`,
      description: `${clocks}\n${page}`,
      url: page,
      organizer: { name: company.brand, address: company.infoEmail },
      at: new Date(),
    })
    saveFile(new Blob([file], { type: 'text/calendar' }), `${company.brand}-${appointment.appointment_date}.ics`)
  }
  const press = () => void save().catch(() => toast.error(t('error.unreachable')))
  if (isInMenu) {
    return (
      <button type="button" className={MENU_ITEM} onClick={press}>
        {t('appointments.addToCalendar')}
      </button>
    )
  }
  return (
    <Button look={look} onClick={press}>
      <CalendarPlus aria-hidden="true" className={look === 'secondary' ? 'size-4 text-brass' : 'size-4'} />
      {t('appointments.addToCalendar')}
    </Button>
  )
}
