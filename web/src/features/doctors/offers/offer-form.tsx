import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormConflict } from '../../../components/form-conflict.tsx'
import { toast } from '../../../components/toaster.tsx'
import { DialogAnswers } from '../../../components/ui/dialog-answers.tsx'
import { ErrorBanner } from '../../../components/ui/error-banner.tsx'
import { TextAreaField, TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../../components/unsaved-changes.tsx'
import { CURRENCIES, typeName } from '../../../domain/appointment-types.ts'
import { textOf } from '../../../lib/errors.ts'
import { checkedBy, faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n, type Values } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../lib/languages.ts'
import { useConflicts } from '../../../lib/use-conflicts.ts'
import { OFFER_ERRORS } from './offer-errors.ts'
import { MAX_LENGTH, MINUTES, NEW_OFFER, type OfferValues, offerFieldsOf, offerInput, offerValues, WHO, WHO_TEXTS } from './offer-input.ts'
import { loadOffer, type Offer, useSaveOffer } from './queries.ts'

interface OfferFormProps {
  doctorId: string
  offer: Offer | undefined
  others: Offer[]
  onClose: () => void
}

const LABELS: Partial<Record<keyof OfferValues, TextKey>> = {
  minutes: 'offers.minutes',
  is_on_request: 'offers.onRequest',
  fee: 'offers.fee',
  currency: 'offers.currency',
  who: 'offers.who',
}

function labelOf(name: keyof OfferValues, t: (key: TextKey, values?: Values) => string) {
  const label = LABELS[name]
  if (label) return t(label)
  const language = LANGUAGES.find((each) => name.endsWith(`_${each}`)) ?? 'tr'
  const part = name.startsWith('name') ? 'offers.nameIn' : name.startsWith('description') ? 'offers.descriptionIn' : 'offers.preparationIn'
  return t(part, { language: LANGUAGE_NAMES[language] })
}

export function OfferForm({ doctorId, offer, others, onClose }: OfferFormProps) {
  const { t, language } = useI18n()
  // The reader's language, unless the type is only named in another language.
  const [primary] = useState(() => (offer && typeName(offer, language)?.language) ?? language)
  const [stored] = useState(() => offerValues(offer ?? NEW_OFFER, !offer))
  const { mutateAsync: save } = useSaveOffer(doctorId)
  const [problem, setProblem] = useState<string>()
  const form = useForm<OfferValues>({ defaultValues: stored, resolver: checkedBy(offerInput(primary)) })
  const { register, control, formState, handleSubmit, reset } = form
  const conflicts = useConflicts({ form, stored, load: async () => (offer ? offerValues(await loadOffer(offer.id)) : stored) })
  const isOnRequest = useWatch({ control, name: 'is_on_request' })
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof OfferValues) => ({ ...register(name), error: faultOf(name) })
  const note = t('leave.optional')

  const send = async (typed: OfferValues) => {
    setProblem(undefined)
    try {
      const values = await conflicts.resolve(typed)
      if (!values) return
      await save({ id: offer?.id, fields: offerFieldsOf(values), others })
    } catch (error) {
      const { key, values } = textOf(error, OFFER_ERRORS)
      setProblem(t(key, values))
      return
    }
    reset(typed)
    toast.success(t(offer ? 'offers.saved' : 'offers.added'))
    onClose()
  }

  const texts = (each: Language) => (
    <>
      <TextField
        label={labelOf(`name_${each}`, t)}
        {...(each === primary ? { required: true } : { note })}
        lang={each}
        dir="auto"
        autoComplete="off"
        maxLength={MAX_LENGTH.name}
        {...field(`name_${each}`)}
      />
      <TextAreaField
        label={labelOf(`description_${each}`, t)}
        note={note}
        lang={each}
        rows={2}
        className="min-h-20!"
        maxLength={MAX_LENGTH.description}
        {...field(`description_${each}`)}
      />
      <TextAreaField
        label={labelOf(`preparation_${each}`, t)}
        note={note}
        {...(each === primary && { hint: t('offers.preparationHint') })}
        lang={each}
        rows={2}
        className="min-h-20!"
        maxLength={MAX_LENGTH.preparation}
        {...field(`preparation_${each}`)}
      />
    </>
  )
  return (
    <form method="post" noValidate className="grid min-w-0 gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      {texts(primary)}
      <details className="rounded-box border border-line px-4">
        <summary className="flex min-h-12 cursor-pointer items-center font-medium">{t('offers.otherLanguages')}</summary>
        <div className="grid gap-4 pb-4">
          <p className="text-sm text-muted">{t('offers.otherLanguagesHint')}</p>
          {LANGUAGES.filter((each) => each !== primary).map((each) => (
            <fieldset key={each} className="grid gap-3 border-t border-line pt-3">
              <legend className="sr-only">{LANGUAGE_NAMES[each]}</legend>
              {texts(each)}
            </fieldset>
          ))}
        </div>
      </details>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('offers.minutes')}
          hint={t('offers.minutesHint')}
          type="number"
          inputMode="numeric"
          required
          dir="ltr"
          className="rtl:text-end"
          {...MINUTES}
          {...field('minutes')}
        />
        <SelectField label={t('offers.who')} hint={t('offers.whoHint')} {...field('who')}>
          {WHO.map((each) => (
            <option key={each} value={each}>
              {t(WHO_TEXTS[each])}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">{t('offers.fee')}</legend>
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-action" {...register('is_on_request')} />
          <span className="grid gap-0.5">
            <span>{t('offers.onRequest')}</span>
            <span className="text-sm text-muted">{t('offers.onRequestHint')}</span>
          </span>
        </label>
        {!isOnRequest && (
          <div className="grid items-start gap-4 min-[23rem]:grid-cols-[minmax(0,1fr)_8rem]">
            <TextField
              label={t('offers.amount')}
              inputMode="decimal"
              autoComplete="off"
              required
              dir="ltr"
              className="rtl:text-end"
              {...field('fee')}
            />
            <SelectField label={t('offers.currency')} {...field('currency')}>
              {CURRENCIES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          </div>
        )}
      </fieldset>
      <FormConflict
        conflicts={conflicts}
        labelOf={(name) => labelOf(name, t)}
        textOf={(name, value) => (name === 'who' ? whoText(value, t) : undefined)}
      />
      {problem && <ErrorBanner title={t('offers.failed')}>{problem}</ErrorBanner>}
      <UnsavedChanges isDirty={formState.isDirty} />
      <DialogAnswers
        no={t('offers.back')}
        onNo={onClose}
        yes={t(offer ? 'offers.save' : 'offers.addYes')}
        busyLabel={formState.isSubmitting && t('schedule.saving')}
      />
    </form>
  )
}

function whoText(value: unknown, t: (key: TextKey) => string) {
  const who = WHO.find((each) => each === value)
  return who && t(WHO_TEXTS[who])
}
