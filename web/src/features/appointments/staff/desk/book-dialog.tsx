// Staff book for a patient on the phone or at the desk. Load this module lazily. It loads the form and its texts lazily in turn.
import { Suspense } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import type { DeskDoctor } from '../desk-doctor.ts'

const BookForm = lazyPart(() => import('./book-form.tsx'))

export interface BookDialogProps {
  /** Undefined for an admin who still has to choose one of `doctors`. */
  doctor?: DeskDoctor | undefined
  doctors?: DeskDoctor[] | undefined
  /** The day in the doctor's time zone, such as '2027-01-20'. */
  day?: string | undefined
  /** The time in the doctor's time zone, such as '14:00'. */
  time?: string | undefined
  onClose: () => void
  /** Called with the id of the new appointment. */
  onBooked?: ((appointmentId: string) => void) | undefined
  /** Moves the focus when the dialog closes. */
  returnFocus?: (() => void) | undefined
}

export default function BookDialog({ onClose, returnFocus, ...form }: BookDialogProps) {
  useTexts('desk', 'find', 'patient', 'offers', 'types')
  const { t } = useI18n()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={t('desk.book')}
      description={t('desk.bookText')}
      closeLabel={t('dialog.close')}
    >
      <Suspense fallback={<FormSkeleton fields={4} />}>
        <BookForm {...form} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}
