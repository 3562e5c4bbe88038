import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import { Portrait } from '../../../components/portrait.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import type { Doctor } from './doctors.ts'

interface ChosenDoctorProps {
  doctor: Doctor
  headingRef: Ref<HTMLHeadingElement>
  /** What the doctor wrote about themselves. */
  about: ReactNode
  /** Undefined where the list stays beside it. */
  onChange: (() => void) | undefined
  /** Undefined where it stands elsewhere, or if nothing is chosen yet. */
  onStartOver: (() => void) | undefined
}

const QUIET = 'min-h-11! shrink-0 px-2! py-1! text-sm'

/** Whom the days and times below belong to. */
export function ChosenDoctor({ doctor, headingRef, about, onChange, onStartOver }: ChosenDoctorProps) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="max-lg:rounded-box max-lg:bg-tint max-lg:py-1.5 max-lg:ps-2 max-lg:pe-1">
      <div className="flex items-center gap-x-1 max-[20rem]:flex-wrap">
        <div className="me-2 lg:hidden">
          <Portrait doctor={doctor} size="tiny" isDecorative />
        </div>
        <h3 ref={headingRef} tabIndex={-1} className="min-w-0 flex-1 py-1 outline-none lg:py-2.5 lg:text-lg">
          <span className="font-medium max-lg:block">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>{' '}
          <span className="inline-block text-sm text-muted">
            {specialtyName(doctor.specialization, t)}
            <span className="max-lg:hidden"> · {t('booking.session', { count: doctor.session_duration })}</span>
          </span>
        </h3>
        {doctor.bio && (
          <Button
            look="quiet"
            className={QUIET}
            aria-label={t('booking.about')}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className="max-sm:hidden">{t('booking.about')}</span>
            <ChevronDown
              aria-hidden="true"
              className={`size-5 text-brass transition-transform duration-200 ease-calm ${isOpen ? 'rotate-180' : ''}`}
            />
          </Button>
        )}
        {onChange && (
          <Button look="quiet" className={`${QUIET} text-action!`} aria-label={t('booking.changeDoctor')} onClick={onChange}>
            {t('booking.change')}
          </Button>
        )}
        {onStartOver && (
          <Button look="quiet" className={`${QUIET} -me-2 text-muted!`} onClick={onStartOver}>
            {t('booking.startOver')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} className="max-w-[68ch] pe-3 pb-3 lg:pb-1">
        {isOpen && (
          <>
            <p className="mb-1 text-sm text-muted lg:hidden">{t('booking.session', { count: doctor.session_duration })}</p>
            <Suspense fallback={<Skeleton className="h-18" />}>{about}</Suspense>
          </>
        )}
      </div>
    </div>
  )
}
