// Shows a doctor in a call who is waiting next.
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { minutesWaited } from './status.ts'
import { useNameOf } from './use-name-of.ts'
import { useTick } from './use-tick.ts'
import { useWaitingPatients } from './use-waiting-patients.ts'
import { answerWaiting } from './waiting-requests.ts'

interface NextWaitingProps {
  doctorId: string
  /** The call that the doctor is in. */
  appointmentId: string
  /** Ends this call and enters the other one. */
  onCallIn: (appointmentId: string) => void
}

export function NextWaiting({ doctorId, appointmentId, onCallIn }: NextWaitingProps) {
  const { t } = useI18n()
  const now = useTick()
  const nameOf = useNameOf()
  const { patients } = useWaitingPatients(doctorId)
  const next = patients.find((each) => each.appointment_id !== appointmentId)
  const name = next && nameOf(next)
  const minutes = next ? minutesWaited(next, now) : 0
  const callIn = (id: string) => {
    // Failures are ignored, because the doctor can enter the call without notifying the patient.
    void answerWaiting(id, 'now').catch(() => {})
    onCallIn(id)
  }
  return (
    <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-x-4 gap-y-1 rounded-2xl bg-night/80 text-sm not-empty:px-4 not-empty:py-1.5 has-[output:empty]:hidden">
      <output className="wrap-anywhere">
        {next && name && (
          <>
            <span className="font-medium">{t('waiting.nextIs', { name })}</span>
            {' · '}
            {minutes < 1 ? t('waiting.justArrived') : t('waiting.waitsFor', { count: minutes })}
          </>
        )}
      </output>
      {next && name && (
        <Button
          look="on-night"
          className="min-h-11 px-4 text-sm"
          aria-label={t('waiting.endAndSeeName', { name })}
          onClick={() => callIn(next.appointment_id)}
        >
          {t('waiting.endAndSee')}
        </Button>
      )}
    </div>
  )
}
