// Moves an appointment to another free slot of the same doctor, for its patient and for staff.
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Dialog, type DialogTrigger } from '../../../../components/ui/dialog.tsx'
import { aboutPerson } from '../../../../domain/people.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { clocksInWords, clocksOf, type Reader } from '../../../../lib/time/clocks.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { MY_APPOINTMENTS } from '../heading.ts'
import { PickerSkeleton } from '../picker/picker-skeleton.tsx'
import { ReachUs } from '../reach-us.tsx'
import { isTooLateToMove, type Movable } from './movable.ts'

const RescheduleForm = lazyPart(() => import('./reschedule-form.tsx'))

interface RescheduleDialogProps {
  appointment: Movable
  reader: Reader
  /** The patient's name, if the patient is not the reader. */
  person?: string | undefined
  /** A button or a menu item. */
  trigger: DialogTrigger
  /** Whether the patient came but the doctor did not, which waives the notice period. */
  wasMissed?: boolean
  onMoved?: () => void
}

export function RescheduleDialog({ appointment, reader, person, trigger, wasMissed = false, onMoved }: RescheduleDialogProps) {
  const i18n = useI18n()
  const { t, language } = i18n
  const [isOpen, setIsOpen] = useState(false)
  const [wasRefused, setWasRefused] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const { doctor } = appointment
  const clocks = clocksOf(appointment, reader, i18n)
  // Computed each time the dialog opens. The database enforces the limit.
  const isLate = isOpen && reader.is === 'patient' && (wasRefused || (!wasMissed && isTooLateToMove(appointment)))
  // The trigger may be an item of a closed menu, or may be gone because its card has moved within the list.
  const returnFocus = () => {
    const menu = place.current?.closest('details')?.querySelector('summary')
    const target = menu ?? place.current?.querySelector('button') ?? document.getElementById(MY_APPOINTMENTS)
    target?.focus()
  }
  return (
    <span ref={place} className="contents">
      <Dialog
        open={isOpen}
        onOpenChange={(next) => {
          setWasRefused(false)
          setIsOpen(next)
        }}
        returnFocus={returnFocus}
        trigger={trigger}
        title={t(isLate ? 'move.tooLateTitle' : 'move.title')}
        description={
          isLate
            ? t('appointments.tooLate', { count: doctor.cancellation_hours ?? 0 })
            : aboutPerson(
                person,
                t('move.text', {
                  doctor: titledName(doctor, t),
                  day: formatDay(clocks.day, language),
                  time: clocksInWords(clocks, reader, i18n),
                }),
                t,
              )
        }
        closeLabel={t('dialog.close')}
      >
        {isLate ? (
          <ReachUs />
        ) : (
          <Suspense fallback={<PickerSkeleton />}>
            <RescheduleForm
              appointment={appointment}
              reader={reader}
              person={person}
              onMoved={() => {
                setIsOpen(false)
                onMoved?.()
              }}
              onTooLate={() => setWasRefused(true)}
              onCancel={() => setIsOpen(false)}
            />
          </Suspense>
        )}
      </Dialog>
    </span>
  )
}
