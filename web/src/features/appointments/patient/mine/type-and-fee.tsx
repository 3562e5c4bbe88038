// The booked type, its fee, and whether the fee is agreed and paid. Load this module lazily, because most appointments have no type.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../../components/ui/button.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { FEE_TEXT_VERSION, feeText, plainNameOf } from '../../../../domain/appointment-types.ts'
import { supabase } from '../../../../lib/data/supabase.ts'
import { textOf, unwrap } from '../../../../lib/errors.ts'
import { type TextKey, useI18n } from '../../../../lib/i18n.tsx'
import { listOf } from '../../../../lib/languages.ts'
import { useTexts } from '../../../../lib/load/use-texts.ts'
import { refreshAppointments } from '../../shared/live.ts'
import type { MyAppointment } from '../own-queries.ts'

const PAYMENT: Partial<Record<string, TextKey>> = {
  unpaid: 'fee.unpaid',
  paid: 'fee.paid',
  refunded: 'fee.refunded',
  waived: 'fee.waived',
}

export default function TypeAndFee({ appointment }: { appointment: MyAppointment }) {
  useTexts('types')
  const { t, language } = useI18n()
  const { type_name, fee_minor, fee_currency, fee_agreed_at, status, payment_state } = appointment
  const amount = feeText({ fee_minor, currency: fee_currency }, language, t)
  const isOwed = fee_minor !== null && fee_minor > 0
  const mustAgree = isOwed && fee_agreed_at === null && status !== 'cancelled'
  const payment = isOwed && fee_agreed_at !== null ? PAYMENT[payment_state ?? ''] : undefined
  const isRequested = fee_minor === null && (status === 'pending' || status === 'confirmed')
  const state = [isOwed && fee_agreed_at !== null && t('fee.isAgreed'), payment && t(payment)]
  return (
    <div className="grid gap-2 text-sm">
      <p>
        <span className="text-muted">{`${t('types.type')}${t('text.colon')} `}</span>
        <bdi className="wrap-anywhere">{plainNameOf({ names: type_name }, language)}</bdi>
      </p>
      <p>
        <span className="text-muted">{`${t('fee.title')}${t('text.colon')} `}</span>
        <span className="font-medium">{amount}</span>
        {state.some(Boolean) && <span className="text-muted"> ({listOf(state, language)})</span>}
      </p>
      {isRequested && <p className="text-muted">{t('fee.onRequestText')}</p>}
      {mustAgree && <AgreeToFee appointment={appointment} amount={amount} />}
    </div>
  )
}

/** Lets the patient, or somebody who acts for them, agree to a fee that staff entered. */
function AgreeToFee({ appointment: { id, fee_minor, fee_currency }, amount }: { appointment: MyAppointment; amount: string }) {
  const { t, language } = useI18n()
  const client = useQueryClient()
  const agreeing = useMutation({
    mutationFn: async () =>
      unwrap(
        await supabase.rpc('agree_to_fee', {
          appointment_id: id,
          fee_minor: fee_minor ?? 0,
          currency: fee_currency ?? '',
          text_version: FEE_TEXT_VERSION,
          language,
        }),
      ),
    onSettled: async () => refreshAppointments(client),
  })
  const problem = agreeing.error ? textOf(agreeing.error, { fee_changed: 'fee.changedShort' }) : undefined
  return (
    <div className="grid justify-items-start gap-2 rounded-box bg-wait-tint px-4 py-3">
      <p className="font-medium text-wait">{t('fee.waits')}</p>
      <p>{t('fee.payment')}</p>
      {problem && <ErrorBanner title={t('fee.agreeFailed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <Button onClick={() => agreeing.mutate()} busyLabel={agreeing.isPending && t('fee.agreeing')}>
        {t('fee.agree', { fee: amount })}
      </Button>
    </div>
  )
}
