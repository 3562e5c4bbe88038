import { ArrowLeft, ChevronDown, Info } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { Skeleton } from '../../../../components/ui/skeleton.tsx'
import { Portrait } from '../../../../domain/portrait.tsx'
import { specialtyName } from '../../../../domain/specialties.ts'
import { titledName } from '../../../../domain/titled-name.ts'
import { classes } from '../../../../lib/classes.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import type { Doctor } from './doctors.ts'

interface ChosenDoctorProps {
  doctor: Doctor
  headingRef: Ref<HTMLHeadingElement>
  /** The doctor's text about themselves. */
  about: ReactNode
  /** The duration of the appointment. Undefined until its type is chosen. */
  minutes: number | undefined
  /** Undefined if the list stays beside it. */
  onChange: (() => void) | undefined
  /** Undefined if the button is elsewhere or nothing is chosen yet. */
  onStartOver: (() => void) | undefined
}

const QUIET = 'min-h-11! shrink-0 px-2! py-1! text-sm'

/** The doctor to whom the days and times below belong. */
export function ChosenDoctor({ doctor, minutes, headingRef, about, onChange, onStartOver }: ChosenDoctorProps) {
  const { t } = useI18n()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    // In one column this is the head of the form and extends to its edges.
    <div className="max-lg:-mx-4 max-lg:-mt-4 max-lg:border-b max-lg:border-line max-lg:px-1 max-lg:py-1 sm:max-lg:-mx-6 sm:max-lg:-mt-6 sm:max-lg:px-3">
      <div className="flex items-center gap-x-1">
        {onChange && (
          <Button look="quiet" className="size-11! shrink-0 p-0!" aria-label={t('booking.changeDoctor')} onClick={onChange}>
            <ArrowLeft aria-hidden="true" className="mirrored size-5" />
          </Button>
        )}
        <div data-chosen-portrait="" className="me-2 lg:me-3">
          <Portrait doctor={doctor} size="line" isDecorative />
        </div>
        <h3 ref={headingRef} tabIndex={-1} className="min-w-0 flex-1 py-1 leading-snug outline-none">
          <span className="block font-medium lg:text-lg lg:leading-snug">{titledName(doctor, t)}</span>{' '}
          {/* The dot is outside the visible box if its text starts a line. */}
          <span className="block overflow-hidden text-sm text-muted">
            <span className="-ms-3 flex flex-wrap">
              <span className="ps-3">{specialtyName(doctor, t)} </span>
              {minutes !== undefined && (
                <span className="relative ps-3 before:absolute before:start-1 before:content-['·'] max-lg:hidden">
                  {t('booking.session', { count: minutes })}
                </span>
              )}
            </span>
          </span>
        </h3>
        {doctor.bio && (
          <Button
            look="quiet"
            className={classes(QUIET, isOpen && 'max-sm:bg-tint')}
            aria-label={t('booking.about')}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Info aria-hidden="true" className="mx-0.5 size-5 text-brass sm:hidden" />
            <span className="max-sm:hidden">{t('booking.about')}</span>
            <ChevronDown
              aria-hidden="true"
              className={classes('size-5 text-brass transition-transform duration-200 ease-calm max-sm:hidden', isOpen && 'rotate-180')}
            />
          </Button>
        )}
        {onStartOver && (
          <Button look="quiet" className={`${QUIET} -me-2 text-muted!`} onClick={onStartOver}>
            {t('booking.startOver')}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} className="max-w-[68ch] px-3 pb-3 lg:ps-0 lg:pb-1">
        {isOpen && (
          <>
            {minutes !== undefined && <p className="mb-1 text-sm text-muted lg:hidden">{t('booking.session', { count: minutes })}</p>}
            <Suspense fallback={<Skeleton className="h-18" />}>{about}</Suspense>
          </>
        )}
      </div>
    </div>
  )
}
