import { type FormEvent, useState } from 'react'
import { toast } from '../../../../components/toaster.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { DialogAnswers } from '../../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../../components/ui/error-banner.tsx'
import { TextField } from '../../../../components/ui/field.tsx'
import { SelectField } from '../../../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx'
import { CURRENCIES } from '../../../../domain/appointment-types.ts'
import { aboutPerson } from '../../../../domain/people.ts'
import { textOf } from '../../../../lib/errors.ts'
import { useI18n } from '../../../../lib/i18n.tsx'
import { minorOf, typedAmount } from '../../../../lib/money.ts'
import { patientName } from '../patient-name.ts'
import type { Appointment } from '../queries.ts'
import { LINK_IN_ROW } from '../row-look.tsx'
import { FEE_ERRORS, useSetFee } from './queries.ts'

type Priced = Pick<Appointment, 'id' | 'fee_minor' | 'fee_currency' | 'patient' | 'erased_at'>

/** Lets staff enter a fee that is on request, or correct one that the patient has not agreed to. */
export function FeeDialog({ appointment }: { appointment: Priced }) {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  const title = t(appointment.fee_minor === null ? 'offer.enterFee' : 'offer.correctFee')
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button look="quiet" className={LINK_IN_ROW}>
          {title}
        </Button>
      }
      title={title}
      description={aboutPerson(patientName(appointment, t), t('offer.feeText'), t)}
      closeLabel={t('dialog.close')}
    >
      <FeeForm appointment={appointment} onClose={() => setIsOpen(false)} />
    </Dialog>
  )
}

function FeeForm({ appointment, onClose }: { appointment: Priced; onClose: () => void }) {
  const { t } = useI18n()
  const [opened] = useState({
    amount: appointment.fee_minor === null ? '' : typedAmount(appointment.fee_minor),
    currency: appointment.fee_currency ?? CURRENCIES[0],
  })
  const [{ amount, currency }, setFee] = useState(opened)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useSetFee(appointment.id)
  const minor = minorOf(amount)
  const problem = error && textOf(error, FEE_ERRORS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (minor === undefined || isPending) return
    mutate(
      { fee_minor: minor, currency },
      {
        onSuccess: () => {
          toast.success(t('offer.feeSaved'))
          onClose()
        },
      },
    )
  }
  return (
    <form method="post" noValidate className="grid min-w-0 gap-4" onSubmit={submit}>
      <div className="grid items-start gap-4 min-[23rem]:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField
          label={t('offers.amount')}
          inputMode="decimal"
          autoComplete="off"
          required
          dir="ltr"
          className="rtl:text-end"
          value={amount}
          error={wasSubmitted && minor === undefined ? t('offers.feeWrong') : undefined}
          onChange={({ target }) => setFee({ amount: target.value, currency })}
        />
        <SelectField label={t('offers.currency')} value={currency} onChange={({ target }) => setFee({ amount, currency: target.value })}>
          {CURRENCIES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      {problem && <ErrorBanner title={t('offers.failed')}>{t(problem.key, problem.values)}</ErrorBanner>}
      <UnsavedChanges isDirty={amount !== opened.amount || currency !== opened.currency} />
      <DialogAnswers no={t('offers.back')} onNo={onClose} yes={t('offers.save')} busyLabel={isPending && t('schedule.saving')} />
    </form>
  )
}
