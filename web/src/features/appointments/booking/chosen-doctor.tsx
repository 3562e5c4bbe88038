import type { Ref } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { specialtyName } from '../../../lib/specialties.ts'
import type { Doctor } from './doctors.ts'

interface ChosenDoctorProps {
  doctor: Doctor
  headingRef: Ref<HTMLHeadingElement>
  /** Undefined where the list stays beside it. */
  onChange: (() => void) | undefined
  onStartOver: () => void
}

/** Whom the days and times below belong to. */
export function ChosenDoctor({ doctor, headingRef, onChange, onStartOver }: ChosenDoctorProps) {
  const { t } = useI18n()
  return (
    <div className="flex items-center justify-between gap-x-3 max-[20rem]:flex-wrap max-lg:rounded-box max-lg:bg-tint max-lg:py-1 max-lg:ps-4 max-lg:pe-1">
      <h3 ref={headingRef} tabIndex={-1} className="min-w-0 py-1 outline-none lg:py-2.5 lg:text-lg">
        <span className="font-medium max-lg:block">{t('doctor.name', { first: doctor.first_name, last: doctor.last_name })}</span>{' '}
        <span className="text-sm text-muted">
          {specialtyName(doctor.specialization, t)}
          <span className="max-lg:hidden"> · {t('booking.session', { count: doctor.session_duration })}</span>
        </span>
      </h3>
      {onChange ? (
        <Button look="quiet" className="shrink-0 px-3! text-action!" aria-label={t('booking.changeDoctor')} onClick={onChange}>
          {t('booking.change')}
        </Button>
      ) : (
        <Button look="quiet" className="-me-3 min-h-11! shrink-0 px-3! py-1! text-sm text-muted!" onClick={onStartOver}>
          {t('booking.startOver')}
        </Button>
      )}
    </div>
  )
}
