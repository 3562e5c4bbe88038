import { UserRoundSearch } from 'lucide-react'
import { ButtonLink } from '../../../../components/ui/button.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { useI18n } from '../../../../lib/i18n.tsx'

export default function NoDoctors() {
  const { t } = useI18n()
  return (
    <div className="p-6">
      <EmptyState
        isInFrame
        icon={UserRoundSearch}
        title={t('booking.noDoctorsTitle')}
        text={t('booking.noDoctors')}
        action={<ButtonLink to="/#contact">{t('booking.writeUs')}</ButtonLink>}
      />
    </div>
  )
}
