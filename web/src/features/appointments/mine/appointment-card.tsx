import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Ending } from '../../../components/ending.tsx'
import { Portrait } from '../../../components/portrait.tsx'
import { StatusBadge, shownStatus } from '../../../components/status-badge.tsx'
import { TwoClocks } from '../../../components/two-clocks.tsx'
import { MENU_ITEM, Menu } from '../../../components/ui/menu.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { MyAppointment } from '../own-queries.ts'
import { MovedNote } from '../reschedule/moved-note.tsx'
import { RescheduleDialog } from '../reschedule/reschedule-dialog.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { isUpcoming } from './upcoming.ts'

interface AppointmentCardProps {
  appointment: MyAppointment
  ownZone: string
  /** Leads to the call. */
  panel?: ReactNode
  /** More buttons. */
  actions?: ReactNode
}

const BUTTONS = 'flex gap-1.5 empty:hidden sm:gap-2 max-sm:[&>button]:px-3 max-sm:[&>button]:text-sm max-sm:[&>button>svg]:hidden'

export function AppointmentCard({ appointment, ownZone, panel, actions }: AppointmentCardProps) {
  const { t } = useI18n()
  const { doctor, patient_complaint } = appointment
  const now = useNow()
  const status = shownStatus(appointment, now)
  const canChange = isUpcoming(appointment, now)
  // Two buttons at most, the others in the menu.
  const calendar = <CalendarButton appointment={appointment} ownZone={ownZone} />
  return (
    <article className="grid gap-3">
      <div className="flex items-start gap-3 max-[20rem]:flex-wrap">
        <Portrait doctor={doctor} isDecorative />
        <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <div className="min-w-0">
            <h3 className="font-medium">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</h3>
            <p className="text-sm text-muted">{specialtyName(doctor.specialization, t)}</p>
          </div>
          <StatusBadge status={status} />
        </div>
      </div>
      <TwoClocks appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
      <MovedNote appointment={appointment} reader={{ is: 'patient', zone: ownZone }} />
      <Ending appointment={appointment} status={status} reader="patient" />
      {patient_complaint && (
        <p className="text-sm">
          <span className="text-muted">{`${t('appointments.complaint')}${t('text.colon')} `}</span>
          <bdi className="whitespace-pre-line">{patient_complaint}</bdi>
        </p>
      )}
      {panel}
      <div className={classes(BUTTONS, 'flex-wrap')}>
        {actions}
        {canChange && !actions && calendar}
        {canChange && (
          // Together, so that the menu never stands alone on a line.
          <div className={BUTTONS}>
            <CancelDialog appointment={appointment} ownZone={ownZone} />
            <Menu
              name={t('appointments.more')}
              label={<Ellipsis aria-hidden="true" className="size-5" />}
              align="end"
              className="[&>summary]:size-12 [&>summary]:justify-center [&>summary]:p-0"
            >
              {actions && calendar}
              <RescheduleDialog
                appointment={appointment}
                reader={{ is: 'patient', zone: ownZone }}
                trigger={
                  <button type="button" className={MENU_ITEM}>
                    {t('move.button')}
                  </button>
                }
              />
              <Link to={`/appointments?doctor=${appointment.doctor_id}&tab=new`} className={MENU_ITEM}>
                {t('appointments.bookAgain')}
              </Link>
            </Menu>
          </div>
        )}
      </div>
    </article>
  )
}
