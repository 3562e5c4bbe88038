import { LoadFailed } from '../../../../components/load-failed.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { RowsSkeleton } from '../../../../components/ui/form-skeleton.tsx'
import { amountOf } from '../../../../domain/appointment-types.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { formatDay } from '../../../../lib/time/dates.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { PaymentForm } from './payment-form.tsx'
import { KIND_TEXTS } from './payment-input.ts'
import { type Payment, usePayments } from './queries.ts'

interface PaymentsDialogProps {
  appointment: Appointment
  onClose: () => void
  /** Moves the focus when the dialog closes. */
  returnFocus: () => void
}

/** The payments, refunds and waivers of an appointment, for admins. Entries are append-only. */
export default function PaymentsDialog({ appointment, onClose, returnFocus }: PaymentsDialogProps) {
  useTexts('staff', 'types', 'offers', 'panel')
  const { t } = useI18n()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={t('payment.title', { name: patientName(appointment, t) })}
      description={t('payment.text')}
      closeLabel={t('dialog.close')}
    >
      <Payments appointment={appointment} onClose={onClose} />
    </Dialog>
  )
}

function Payments({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const { t } = useI18n()
  const { data, error, refetch } = usePayments(appointment.id)
  if (error && !data) return <LoadFailed title={t('schedule.loadFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton rows={2} />
  return (
    <div className="grid min-w-0 gap-5">
      {data.length === 0 ? (
        <p className="text-muted">{t('payment.none')}</p>
      ) : (
        <ol aria-label={t('payment.entries')} className="divide-y divide-line rounded-box border border-line px-4">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <PaymentForm appointment={appointment} entries={data} onClose={onClose} />
    </div>
  )
}

function Entry({ entry }: { entry: Payment }) {
  const { t, language } = useI18n()
  const { kind, amount_minor, currency, on_date, reference } = entry
  const text: TextKey | undefined = KIND_TEXTS[kind as keyof typeof KIND_TEXTS]
  return (
    <li className="grid gap-0.5 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{text && t(text)}</span>
        <bdi dir="ltr" className="font-medium tabular-nums">
          {amountOf(amount_minor, currency, language)}
        </bdi>
      </div>
      <p className="text-sm text-muted wrap-anywhere">
        <time dateTime={on_date}>{formatDay(on_date, language, 'long')}</time>
        {reference && (
          <>
            {' · '}
            <bdi>{reference}</bdi>
          </>
        )}
      </p>
    </li>
  )
}
