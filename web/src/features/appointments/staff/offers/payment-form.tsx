import { type FormEvent, useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { DateField } from '../../../../components/ui/date-field.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { amountOf } from '../../../../domain/appointment-types.ts'
import { AppError, textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { minorOf, typedAmount } from '../../../../lib/money.ts'
import { todayIn } from '../../../../lib/time/zones.ts'
import type { Appointment } from '../queries.ts'
import { amountFault, KIND_TEXTS, maxOf, PAYMENT_KINDS, type PaymentKind } from './payment-input.ts'
import { PAYMENT_ERRORS, type Payment, useRecordPayment } from './queries.ts'

const MAX_REFERENCE = 100

interface PaymentFormProps {
  appointment: Appointment
  /** The entries that the reader sees. */
  entries: Payment[]
  onClose: () => void
}

/** A form that adds one payment entry. */
export function PaymentForm({ appointment, entries, onClose }: PaymentFormProps) {
  const { t, language } = useI18n()
  const fee = appointment.fee_minor ?? 0
  const currency = appointment.fee_currency ?? ''
  const fresh = (kind: PaymentKind, known: Payment[]) => ({
    payment_id: crypto.randomUUID(),
    kind,
    amount: typedAmount(maxOf(kind, fee, known)),
    on_date: todayIn(appointment.timezone),
    reference: '',
  })
  const [opened, setOpened] = useState(() => fresh(maxOf('paid', fee, entries) > 0 ? 'paid' : 'refunded', entries))
  const [typed, setTyped] = useState(opened)
  const [known, setKnown] = useState(() => entries.map(({ id }) => id))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutateAsync: record, isPending, error, reset } = useRecordPayment(appointment.id)
  // Somebody else has added an entry since the dialog opened. It may be the one that the user is about to record.
  const hasNews = entries.some(({ id }) => !known.includes(id) && id !== typed.payment_id)
  const max = maxOf(typed.kind, fee, entries)
  const fault = amountFault(typed.amount, max)
  const dayFault = !typed.on_date && 'payment.dateWrong'
  const most = amountOf(max, currency, language)
  const problem = error && textOf(error, PAYMENT_ERRORS)
  const facts = error instanceof AppError && error.reason === 'payment_out_of_range' ? { most } : problem?.values
  const change = (next: Partial<typeof typed>) => {
    setTyped({ ...typed, ...next })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    const amount_minor = minorOf(typed.amount)
    if (fault || dayFault || amount_minor === undefined || isPending) return
    const { payment_id, kind, on_date, reference } = typed
    let recorded: Awaited<ReturnType<typeof record>>
    try {
      recorded = await record({ payment_id, kind, amount_minor, on_date, reference: reference.trim(), seen: entries.length })
    } catch (failure) {
      // The error is shown above the buttons, with the refreshed entries. Input changed after a lost response becomes a new entry.
      if (failure instanceof AppError && failure.reason === 'payment_id_is_used') change({ payment_id: crypto.randomUUID() })
      return
    }
    const next = fresh('refunded', [...entries, recorded])
    setOpened(next)
    setTyped(next)
    setKnown([...entries.map(({ id }) => id), recorded.id])
    setWasSubmitted(false)
    reset()
    toast.success(t('payment.recorded'))
  }
  return (
    <form method="post" noValidate aria-label={t('payment.new')} className="grid min-w-0 gap-4" onSubmit={(event) => void submit(event)}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t('payment.kind')}
          value={typed.kind}
          onChange={({ target }) => {
            const kind = PAYMENT_KINDS.find((each) => each === target.value) ?? typed.kind
            change({ kind, amount: typedAmount(maxOf(kind, fee, entries)) })
          }}
        >
          {PAYMENT_KINDS.map((each) => (
            <option key={each} value={each}>
              {t(KIND_TEXTS[each])}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('payment.amount', { currency })}
          inputMode="decimal"
          autoComplete="off"
          required
          dir="ltr"
          className="rtl:text-end"
          value={typed.amount}
          error={wasSubmitted && fault ? t(fault, { most }) : undefined}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <DateField
          label={t('payment.date')}
          required
          value={typed.on_date}
          error={wasSubmitted && dayFault ? t(dayFault) : undefined}
          onChange={({ target }) => change({ on_date: target.value })}
        />
        <TextField
          label={t('payment.reference')}
          note={t('leave.optional')}
          autoComplete="off"
          dir="auto"
          maxLength={MAX_REFERENCE}
          value={typed.reference}
          onChange={({ target }) => change({ reference: target.value })}
        />
      </div>
      <p className="text-sm text-muted">{t('payment.noCards')}</p>
      {hasNews && <ErrorBanner>{t('payment.changed')}</ErrorBanner>}
      {problem && !(hasNews && problem.key === 'payment.changed') && (
        <ErrorBanner title={t('offers.failed')}>{t(problem.key, facts)}</ErrorBanner>
      )}
      <UnsavedChanges isDirty={typed !== opened} />
      <DialogAnswers no={t('offers.back')} onNo={onClose} yes={t('payment.record')} busyLabel={isPending && t('schedule.saving')} />
    </form>
  )
}
