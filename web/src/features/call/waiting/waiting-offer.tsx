// The options for a patient whose doctor does not come: the telephone, another time, or to keep waiting.
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { phonesOfCompany } from '../../../../../supabase/functions/_shared/company.ts'
import { Button, buttonLook } from '../../../components/ui/button.tsx'
import { useI18n } from '../../../lib/i18n.tsx'
import { telLink } from '../../../lib/patterns.ts'

interface WaitingOfferProps {
  otherTime: ReactNode
  /** Undefined once the room is closed. */
  onKeepWaiting?: () => void
}

export function WaitingOffer({ otherTime, onKeepWaiting }: WaitingOfferProps) {
  const { t } = useI18n()
  return (
    <div data-offer className="grid justify-items-center gap-2 border-t border-on-night/20 pt-2">
      <p className="text-balance">{t(onKeepWaiting ? 'waiting.offer' : 'waiting.offerClosed')}</p>
      <div className="flex flex-wrap justify-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:**:[.button]:px-2">
        {phonesOfCompany().map((phone) => (
          <a key={phone} href={telLink(phone)} className={buttonLook('on-night', 'min-h-11 px-4 text-sm')}>
            <Phone aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        ))}
        {otherTime}
        {onKeepWaiting && (
          <Button look="on-night-primary" className="min-h-11 px-4 text-sm" onClick={onKeepWaiting}>
            {t('waiting.keepWaiting')}
          </Button>
        )}
      </div>
    </div>
  )
}
