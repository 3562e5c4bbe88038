// The confirmation before rejecting a request or cancelling a confirmed appointment.
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { titledName } from '../../../../domain/titled-name.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { formatDay } from '../../../../lib/time/dates.ts'
import { cityOf } from '../../../../lib/time/zones.ts'
import { useTypedText } from '../../../../lib/use-typed.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { focusCard, REFUSES } from './list-focus.ts'
import { ReasonField } from './reason-field.tsx'
import { refusalOf } from './refusal.ts'
import { FAILED, type Place, useAnswer } from './use-answer.ts'

type Part = 'title' | 'text' | 'yes' | 'busy'

const REJECTING: Record<Part, TextKey> = {
  title: 'staff.rejectTitle',
  text: 'staff.rejectText',
  yes: 'staff.rejectYes',
  busy: 'staff.rejecting',
}
const CANCELLING: Record<Part, TextKey> = {
  title: 'appointments.cancelTitle',
  text: 'staff.cancelText',
  yes: 'appointments.cancelYes',
  busy: 'appointments.cancelling',
}

const NOT_HELD: Record<Part, TextKey> = {
  title: 'staff.notHeldTitle',
  text: 'staff.notHeldText',
  yes: 'appointments.cancelYes',
  busy: 'appointments.cancelling',
}

function textsFor({ status, ends_at }: Appointment) {
  if (status === 'pending') return REJECTING
  return new Date(ends_at) <= new Date() ? NOT_HELD : CANCELLING
}

/** `appointment` is a snapshot from when the dialog opened. If somebody else answers it meanwhile, the dialog says so. */
export function RefuseDialog({ appointment, place, onClose }: { appointment: Appointment; place: Place; onClose: () => void }) {
  const { t, language } = useI18n()
  const [reason, setReason, forgetReason] = useTypedText(`reason:${appointment.id}`)
  const finish = () => {
    forgetReason()
    onClose()
  }
  const { mutate, isPending, error } = useAnswer({ appointment, place, reason, onDone: finish, showsErrors: true })
  const texts = textsFor(appointment)
  const problem = error ? refusalOf(error, 'cancelled') : undefined
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      returnFocus={() => focusCard(appointment.id, REFUSES)}
      title={t(texts.title)}
      description={t(texts.text, {
        patient: patientName(appointment, t),
        doctor: titledName(appointment.doctor, t),
        day: formatDay(appointment.appointment_date, language),
        time: t('appointments.clock', { time: appointment.appointment_time, city: cityOf(appointment.timezone, language) }),
      })}
      no={t('appointments.cancelNo')}
      yes={t(texts.yes)}
      onYes={() => mutate('cancelled')}
      busyLabel={isPending && t(texts.busy)}
    >
      <ReasonField reason={reason} onChange={setReason} />
      {problem && <ErrorBanner title={t(FAILED[place])}>{t(problem.key, problem.values)}</ErrorBanner>}
    </ConfirmDialog>
  )
}
