// Adds or changes an adult who asked for it. Has no health fields, because only the adult can consent to them.
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormConflict } from '../../components/form-conflict.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { TextField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useConflicts } from '../../lib/use-conflicts.ts'
import { Declaration } from './declaration.tsx'
import { changedOf, NameFields, Refusal } from './form-parts.tsx'
import { loadRelative, type Owner, type Relative, useCreateAdult, useSaveRelative } from './queries.ts'
import { birthFaultOf } from './relative-errors.ts'
import { AdultInput, type AdultValues, MAX_LENGTH, RELATIONSHIPS } from './relative-input.ts'
import { relativeName } from './relative-names.ts'

/** The fields that can be changed once the person has been added. */
const LABELS: Partial<Record<keyof AdultValues, TextKey>> = {
  first_name: 'profile.firstName',
  last_name: 'profile.lastName',
  phone: 'profile.phone',
  birth_year: 'relatives.birthYear',
}

interface AdultFormProps {
  owner: Owner
  /** Undefined when a new adult is added. */
  adult?: Relative | undefined
  onDone: (id: string) => void
}

export function AdultForm({ owner, adult, onDone }: AdultFormProps) {
  const { t } = useI18n()
  const { mutateAsync: create } = useCreateAdult(owner)
  const { mutateAsync: save } = useSaveRelative(owner, adult?.user_id ?? '')
  const [refusal, setRefusal] = useState<unknown>()
  const form = useForm<AdultValues>({
    // Another tab may change the stored values while the form is open. Typed input stays.
    values: valuesOf(adult),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(AdultInput),
  })
  const { register, handleSubmit, formState, setError, setFocus } = form
  const { isDirty, isSubmitting, dirtyFields } = formState
  const conflicts = useConflicts({
    form,
    stored: valuesOf(adult),
    load: async () => valuesOf(adult && (await loadRelative(adult.user_id))),
  })
  useEffect(() => {
    if (adult) setFocus('first_name')
  }, [adult, setFocus])
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof AdultValues) => ({ error: faultOf(name), ...register(name) })

  const send = async (values: AdultValues) => {
    setRefusal(undefined)
    try {
      if (!adult) return done(await create(values), values)
      const resolved = await conflicts.resolve(values)
      if (!resolved) return undefined
      const { birth_year, first_name, last_name, phone } = changedOf(resolved, dirtyFields)
      await save({
        ...(first_name !== undefined && { first_name }),
        ...(last_name !== undefined && { last_name }),
        ...(phone !== undefined && { phone }),
        ...(birth_year !== undefined && { birth_year: Number(birth_year) }),
      })
      return done(adult.user_id, values)
    } catch (error) {
      const fault = birthFaultOf(error)
      if (fault)
        setError('birth_year', { message: fault === 'relatives.birthInvalid' ? 'relatives.yearInvalid' : fault }, { shouldFocus: true })
      else setRefusal(error)
    }
    return undefined
  }
  const done = (id: string, values: AdultValues) => {
    toast.success(t(adult ? 'relatives.saved' : 'relatives.added', { name: relativeName(values) }))
    onDone(id)
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      <NameFields first={field('first_name')} last={field('last_name')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('profile.phone')}
          type="tel"
          autoComplete="off"
          maxLength={MAX_LENGTH.phone}
          dir="ltr"
          className="rtl:text-end"
          required
          {...field('phone')}
        />
        {!adult && (
          <SelectField label={t('relatives.relationship')} required {...field('relationship')}>
            <option value="">{t('relatives.choose')}</option>
            {Object.entries(RELATIONSHIPS).map(([relationship, text]) => (
              <option key={relationship} value={relationship}>
                {t(text)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <TextField
        label={t('relatives.birthYear')}
        hint={t('relatives.birthYearHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        dir="ltr"
        className="max-w-32 rtl:text-end"
        required
        {...field('birth_year')}
      />
      {!adult && (
        <Declaration label={t('relatives.adultDeclaration')} hint={t('relatives.adultDeclarationHint')} {...field('declaration')} />
      )}
      <FormConflict conflicts={conflicts} labelOf={(name) => t(LABELS[name] ?? 'relatives.relationship')} />
      {refusal !== undefined && <Refusal title={t(adult ? 'relatives.saveFailed' : 'relatives.addFailed')} error={refusal} />}
      <Button type="submit" busyLabel={isSubmitting && t(adult ? 'profile.saving' : 'relatives.adding')}>
        {t(adult ? 'profile.save' : 'relatives.submit')}
      </Button>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  )
}

const valuesOf = (adult: Relative | undefined): AdultValues => ({
  first_name: adult?.first_name ?? '',
  last_name: adult?.last_name ?? '',
  phone: adult?.phone ?? '',
  birth_year: adult?.birth_year?.toString() ?? '',
  relationship: adult?.relationship ?? '',
  declaration: adult !== undefined,
})
