import { PhoneButton } from '../../components/phone-button.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { useI18n } from '../../lib/i18n.tsx'

/** For visitors who do not know which doctor they need. */
export function DoctorHelp() {
  const { t } = useI18n()
  return (
    <section
      aria-labelledby="help-title"
      className="grid gap-4 mt-6 border-t border-line pt-10 sm:mt-8 md:flex md:items-center md:justify-between"
    >
      <div className="grid gap-2">
        <h2 id="help-title" className="font-display text-2xl font-semibold">
          {t('doctors.helpTitle')}
        </h2>
        <p className="max-w-[55ch] text-muted">{t('doctors.helpText')}</p>
      </div>
      <div className="grid shrink-0 gap-3 sm:flex">
        <PhoneButton look="secondary" />
        <ButtonLink to="/contact" look="secondary">
          {t('booking.writeUs')}
        </ButtonLink>
      </div>
    </section>
  )
}
