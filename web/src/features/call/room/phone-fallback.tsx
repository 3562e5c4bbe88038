// The fallback when the call does not work: a phone number.
import { Phone } from 'lucide-react'
import { phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { buttonLook } from '../../../components/ui/button.tsx'
import { classes } from '../../../lib/classes.ts'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'
import type { Part } from '../signals.ts'

interface PhoneFallbackProps {
  part: Part
  /** The patient's phone number, which the appointment's doctor may read. */
  patientPhone: string | null | undefined
  className?: string
}

export function PhoneFallback({ part, patientPhone, className }: PhoneFallbackProps) {
  const { t } = useI18n()
  const isDoctor = part === 'doctor'
  const phones = !isDoctor ? phonesOfCompany() : patientPhone ? [patientPhone] : []
  return (
    <section aria-label={t('room.phone')} className={classes('grid justify-items-center gap-3 text-center', className)}>
      <p className="max-w-[46ch]">{t(phones.length === 0 ? 'room.phoneUnknown' : isDoctor ? 'room.phonePatient' : 'room.phoneCompany')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {phones.map((phone) => (
          <a key={phone} href={telLink(phone)} className={buttonLook('on-night-primary', 'pointer-events-auto')}>
            <Phone aria-hidden="true" className="size-5" />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        ))}
      </div>
    </section>
  )
}
