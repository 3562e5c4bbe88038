import { type FormEvent, useState } from 'react'
import { LoadFailed } from '../../../../components/load-failed.tsx'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { aboutPerson } from '../../../../domain/people.ts'
import { AppError } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useActiveTypes } from '../../shared/active-types.ts'
import { isAboutTheTime } from '../../shared/booking-errors.ts'
import { TypeChoice } from '../../shared/type-choice.tsx'
import { useBookingProblem } from '../../shared/use-booking-problem.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { LINK_IN_ROW } from '../row-look.tsx'
import { useChangeType } from './queries.ts'

type Typed = Pick<Appointment, 'id' | 'doctor_id' | 'type_id' | 'patient' | 'erased_at'> & {
  doctor: Pick<Appointment['doctor'], 'timezone'>
}

/** Lets staff change the type of an appointment without moving it. */
export function TypeDialog({ appointment }: { appointment: Typed }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button look="quiet" className={LINK_IN_ROW}>
          {t('offer.changeType')}
        </Button>
      }
      title={t('offer.changeType')}
      description={aboutPerson(patientName(appointment, t), t('offer.changeTypeText'), t)}
      closeLabel={t('dialog.close')}
    >
      <TypeForm appointment={appointment} onClose={() => setIsOpen(false)} />
    </Dialog>
  )
}

function TypeForm({ appointment, onClose }: { appointment: Typed; onClose: () => void }) {
  const { t } = useI18n()
  const { data, error: loadError, refetch } = useActiveTypes(appointment.doctor_id)
  const [chosen, setChosen] = useState('')
  const { mutate, isPending, error } = useChangeType(appointment.id)
  const bookingProblem = useBookingProblem(error, { is: 'staff', zone: appointment.doctor.timezone })
  const hasChanged = error instanceof AppError && error.reason === 'transition_not_allowed'
  const problem = hasChanged ? t('appointments.changed') : isAboutTheTime(error) ? t('offer.doesNotFit') : bookingProblem
  if (loadError && !data) return <LoadFailed title={t('schedule.loadFailed')} error={loadError} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton fields={1} pairs={0} />
  const others = data.filter(({ id }) => id !== appointment.type_id)
  if (others.length === 0) return <p className="text-muted">{t('offer.noOtherType')}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || isPending) return
    mutate(chosen, {
      onSuccess: () => {
        toast.success(t('offer.typeChanged'))
        onClose()
      },
    })
  }
  return (
    <form method="post" noValidate className="grid min-w-0 gap-4" onSubmit={submit}>
      <TypeChoice types={others} chosen={chosen} keep={t('move.sameType')} onChoose={setChosen} />
      {problem && <ErrorBanner title={t('offers.failed')}>{problem}</ErrorBanner>}
      <DialogAnswers
        no={t('offers.back')}
        onNo={onClose}
        yes={t('offers.save')}
        isDisabled={!chosen}
        busyLabel={isPending && t('schedule.saving')}
      />
    </form>
  )
}
