import { Hourglass } from 'lucide-react'
import { ButtonLink } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { useI18n } from '../../../lib/i18n.tsx'

/** Shown while there are no doctors yet. */
export default function ComingSoon() {
  const { t } = useI18n()
  return (
    <EmptyState
      icon={Hourglass}
      title={t('doctors.soon')}
      text={t('doctors.soonText')}
      action={
        <>
          <ButtonLink to="/appointments">{t('booking.book')}</ButtonLink>
          <ButtonLink to="/healthcare" look="secondary">
            {t('doctors.soonHealthcare')}
          </ButtonLink>
        </>
      }
    />
  )
}
