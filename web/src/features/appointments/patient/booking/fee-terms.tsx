// The terms that patients agree to by booking: the fee, how to pay, and until when cancelling is free. A changed wording needs a new
// FEE_TEXT_VERSION. Load this module lazily.
import { Banner } from '../../../../components/ui/banner.tsx'
import { type Fee, feeText } from '../../../../domain/appointment-types.ts'
import { companyTextIn } from '../../../../lib/company-texts.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { useNow } from '../../../../lib/time/use-now.ts'
import { cityOf, clockIn, isoDay } from '../../../../lib/time/zones.ts'
import type { Slot } from '../../shared/picker/free-times.ts'
import type { Doctor } from './doctors.ts'

interface FeeTermsProps {
  fee: Fee
  /** Whether the fee has changed since the patient tried to book. */
  hasChanged: boolean
  doctor: Doctor
  slot: Slot | undefined
  ownZone: string
}

const HOUR_MS = 3_600_000

export default function FeeTerms({ fee, hasChanged, doctor, slot, ownZone }: FeeTermsProps) {
  useTexts('types')
  const { t, language } = useI18n()
  const now = useNow()
  const amount = feeText(fee, language, t)
  const paymentWays = companyTextIn(language, 'paymentWays')
  const hours = doctor.cancellation_hours
  const until = slot && hours !== undefined ? new Date(Date.parse(slot.starts_at) - hours * HOUR_MS) : undefined
  const moment = (at: Date) =>
    t('appointments.dayAndClock', {
      day: formatDay(isoDay(at, ownZone), language),
      clock: t('appointments.clock', { time: clockIn(at, ownZone), city: cityOf(ownZone, language) }),
    })
  return (
    <section aria-labelledby="fee-terms" className="grid gap-2">
      {hasChanged && (
        <Banner tone="warning" role="alert">
          {t('fee.changed', { fee: amount })}
        </Banner>
      )}
      <div className="grid gap-1 rounded-choice bg-line/30 px-4 py-3 text-sm">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-base">
          <span id="fee-terms" className="font-medium">
            {t('fee.title')}
          </span>
          <span className="font-medium">{amount}</span>
        </p>
        {fee.fee_minor === null && <p className="text-muted">{t('fee.onRequestText')}</p>}
        {fee.fee_minor !== null && fee.fee_minor > 0 && (
          <>
            <p className="text-muted">{t('fee.agreeByBooking')}</p>
            <p className="text-muted">{paymentWays ? t('fee.paymentWays', { ways: paymentWays }) : t('fee.payment')}</p>
            {until && <p className="text-muted">{until > now ? t('fee.cancelUntil', { until: moment(until) }) : t('fee.cancelLate')}</p>}
          </>
        )}
      </div>
    </section>
  )
}
