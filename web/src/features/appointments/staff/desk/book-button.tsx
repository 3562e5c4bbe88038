import { CalendarPlus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../../components/lazy-part.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { DeskDoctor } from '../desk-doctor.ts'

const BookDialog = lazyPart(() => import('./book-dialog.tsx'))

interface BookButtonProps {
  doctor?: DeskDoctor
  /** The dialog asks for the doctor if there are several. */
  doctors?: DeskDoctor[]
  /** 'tinted' on a page whose primary button enters a call. */
  look?: 'primary' | 'tinted'
}

export function BookButton({ doctor, doctors, look = 'primary' }: BookButtonProps) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        ref={button}
        look={look}
        aria-haspopup="dialog"
        className="px-4! text-sm max-sm:w-11 max-sm:px-0!"
        title={t('staff.bookForPatient')}
        onClick={() => setIsOpen(true)}
      >
        <CalendarPlus aria-hidden="true" className="size-4 max-sm:size-5" />
        <span className="max-sm:sr-only">{t('staff.bookForPatient')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <BookDialog doctor={doctor} doctors={doctors} onClose={() => setIsOpen(false)} returnFocus={() => button.current?.focus()} />
        </Suspense>
      )}
    </>
  )
}
