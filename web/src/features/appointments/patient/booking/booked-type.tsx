// The booked type and the agreed fee, shown in the confirmation. Load this module lazily.
import { feeText, plainNameOf } from '../../../../domain/appointment-types.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import type { BookedAppointment } from './booking-state.ts'

export default function BookedType({ booked: { type, fee } }: { booked: BookedAppointment }) {
  useTexts('types')
  const { t, language } = useI18n()
  if (!type) return null
  return (
    <dl className="grid gap-1">
      <div>
        <dt className="sr-only">{t('types.type')}</dt>
        <dd className="font-medium wrap-anywhere">
          <bdi>{plainNameOf(type, language)}</bdi>
        </dd>
      </div>
      {fee && (
        <div className="flex flex-wrap gap-x-2 text-sm">
          <dt className="text-muted">{`${t(fee.fee_minor === null ? 'fee.title' : 'fee.agreed')}${t('text.colon')}`}</dt>
          <dd className="font-medium">{feeText(fee, language, t)}</dd>
        </div>
      )}
    </dl>
  )
}
