// Patients whom reception reminds by phone, because no mail reaches them: appointments of the next 24 hours. Hidden if there are none.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { PersonName } from '../../../../components/person-name.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { useDoctorExtras } from '../../../../domain/doctor-extras.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { formatMoment } from '../../../../lib/time/dates.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import { APPOINTMENTS_HEADING } from '../lists/list-focus.ts'
import { phoneLink } from '../patient-contact.tsx'
import { patientName } from '../patient-name.ts'
import { TINTED_IN_ROW } from '../row-look.tsx'
import { markReminded, type PhoneReminder, phoneReminders, undoReminded } from './phone-reminders-query.ts'

const HEADING = 'phone-reminders'

export function PhoneReminders() {
  const { t } = useI18n()
  const { data } = useQuery(phoneReminders)
  const doctors = useDoctorExtras(Boolean(data?.length))
  if (!data?.length) return null
  return (
    <section aria-labelledby={HEADING} className="grid gap-1 rounded-box bg-wait-tint px-3 py-3 sm:px-4">
      <div className="flex items-start gap-3">
        <Phone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
        <div className="grid gap-0.5">
          <h2 id={HEADING} tabIndex={-1} className="font-semibold outline-none">
            {t('remind.title', { number: data.length })}
          </h2>
          <p className="text-sm text-pretty max-sm:hidden">{t('remind.text')}</p>
        </div>
      </div>
      <ul className="divide-y divide-line sm:ps-8">
        {data.map((reminder) => (
          <Row
            key={reminder.appointment_id}
            reminder={reminder}
            title={doctors.get(reminder.doctor_id)?.title}
            isLast={data.length === 1}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  reminder: PhoneReminder
  /** The doctor's. */
  title: string | null | undefined
  isLast: boolean
}

function Row({ reminder, title, isLast }: RowProps) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const { appointment_id: id, phone, starts_at, doctor_timezone: zone } = reminder
  const patient = patientName({ patient: reminder, erased_at: null }, t)
  const refresh = () => client.invalidateQueries({ queryKey: phoneReminders.queryKey })
  const onError = (error: Error) => {
    const { key, values } = textOf(error, { no_phone_reminder: 'remind.gone' })
    toast.error(t('remind.failed'), { description: t(key, values) })
    void refresh()
  }
  const undoing = useMutation({ mutationFn: () => undoReminded(id), onError, onSettled: refresh })
  const marking = useMutation({
    mutationFn: () => markReminded(id),
    onError,
    onSuccess: async () => {
      toast.success(t('remind.doneFor', { patient }), { action: { label: t('remind.undo'), onClick: () => undoing.mutate() } })
      await refresh()
      // The button disappears with its row, so the focus moves to a heading.
      document.getElementById(isLast ? APPOINTMENTS_HEADING : HEADING)?.focus()
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium wrap-anywhere">
          <PersonName>{patient}</PersonName>
        </h3>
        <p className="text-sm text-muted">
          {t('appointments.clock', { time: formatMoment(starts_at, zone, language), city: cityOf(zone, language) })}
          {' · '}
          <bdi>{titledName({ first_name: reminder.doctor_first_name, last_name: reminder.doctor_last_name, title }, t)}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:grow">
        <a
          href={phoneLink(phone)}
          className="inline-flex min-h-11 items-center gap-2 rounded-box px-2 font-medium text-action hover:underline max-sm:justify-center"
        >
          <Phone aria-hidden="true" className="size-4 shrink-0" />
          <bdi dir="ltr">{phone}</bdi>
        </a>
        <Button
          look="tinted"
          className={TINTED_IN_ROW}
          busyLabel={marking.isPending && t('staff.completing')}
          onClick={() => marking.mutate()}
        >
          {t('remind.done')}
        </Button>
      </div>
    </li>
  )
}
