// Adds a child with the declaration of parental responsibility and the consent to health data, or changes a child.
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { FormConflict } from '../../components/form-conflict.tsx'
import { toast } from '../../components/toaster.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DateField } from '../../components/ui/date-field.tsx'
import { TextAreaField } from '../../components/ui/field.tsx'
import { SelectField } from '../../components/ui/select-field.tsx'
import { UnsavedChanges } from '../../components/unsaved-changes.tsx'
import { GENDERS } from '../../domain/genders.ts'
import { checkedBy, faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { browserZone, todayIn } from '../../lib/time/zones.ts'
import { useConflicts } from '../../lib/use-conflicts.ts'
import { firstBirthday } from './age.ts'
import { Declaration } from './declaration.tsx'
import { changedOf, NameFields, Refusal } from './form-parts.tsx'
import { loadRelative, type Owner, type Relative, useChildConsent, useCreateChild, useSaveRelative } from './queries.ts'
import { birthFaultOf } from './relative-errors.ts'
import { ChildInput, type ChildValues } from './relative-input.ts'
import { relativeName } from './relative-names.ts'

/** The fields that can be changed once the child has been added. */
const LABELS: Partial<Record<keyof ChildValues, TextKey>> = {
  first_name: 'profile.firstName',
  last_name: 'profile.lastName',
  date_of_birth: 'profile.dateOfBirth',
  gender: 'profile.gender',
  medical_history: 'profile.medicalHistory',
}

interface ChildFormProps {
  owner: Owner
  /** Undefined when a new child is added. */
  child?: Relative | undefined
  onDone: (id: string) => void
}

export function ChildForm({ owner, child, onDone }: ChildFormProps) {
  const { t } = useI18n()
  const { mutateAsync: create } = useCreateChild(owner)
  const { mutateAsync: save } = useSaveRelative(owner, child?.user_id ?? '')
  const [refusal, setRefusal] = useState<unknown>()
  const form = useForm<ChildValues>({
    // The other guardian may change the stored values while the form is open. Typed input stays.
    values: valuesOf(child),
    resetOptions: { keepDirtyValues: true },
    resolver: checkedBy(ChildInput),
  })
  const { register, control, handleSubmit, formState, setError, setFocus } = form
  const isTicked = useWatch({ control, name: 'consent' })
  // The consent may have been withdrawn since.
  const { data: isLive = true } = useChildConsent(owner, child?.user_id)
  const hasConsent = isTicked && isLive
  const { isDirty, isSubmitting, dirtyFields } = formState
  const conflicts = useConflicts({
    form,
    stored: valuesOf(child),
    load: async () => valuesOf(child && (await loadRelative(child.user_id))),
  })
  // The dialog would otherwise focus its close button.
  useEffect(() => {
    if (child) setFocus('first_name')
  }, [child, setFocus])
  const faultOf = faultTexts(formState.errors, t)
  const field = (name: keyof ChildValues) => ({ error: faultOf(name), ...register(name) })
  const note = t('profile.optional')
  const today = todayIn(browserZone())

  const send = async (values: ChildValues) => {
    setRefusal(undefined)
    try {
      if (!child) return done(await create(values), values)
      const resolved = await conflicts.resolve(values)
      if (!resolved) return undefined
      const { gender, medical_history, ...rest } = changedOf(resolved, dirtyFields)
      await save({
        ...rest,
        ...(gender !== undefined && { gender: gender || null }),
        ...(medical_history !== undefined && { medical_history: medical_history || null }),
      })
      return done(child.user_id, values)
    } catch (error) {
      const fault = birthFaultOf(error)
      if (fault) setError('date_of_birth', { message: fault }, { shouldFocus: true })
      else setRefusal(error)
    }
    return undefined
  }
  const done = (id: string, values: ChildValues) => {
    toast.success(t(child ? 'relatives.saved' : 'relatives.added', { name: relativeName(values) }))
    onDone(id)
  }

  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(send)(event)}>
      <NameFields first={field('first_name')} last={field('last_name')} />
      {!child && (
        <>
          <Declaration label={t('relatives.childDeclaration')} {...field('declaration')} />
          <Declaration label={t('relatives.consent')} hint={t('relatives.consentHint')} {...field('consent')} />
        </>
      )}
      {hasConsent && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField
              label={t('profile.dateOfBirth')}
              autoComplete="off"
              min={firstBirthday(today)}
              max={today}
              required
              {...field('date_of_birth')}
            />
            <SelectField label={t('profile.gender')} note={note} autoComplete="off" {...field('gender')}>
              <option value="">{t('profile.notGiven')}</option>
              {Object.entries(GENDERS).map(([gender, text]) => (
                <option key={gender} value={gender}>
                  {t(text)}
                </option>
              ))}
            </SelectField>
          </div>
          <TextAreaField
            label={t('profile.medicalHistory')}
            note={note}
            hint={t('relatives.historyHint')}
            rows={3}
            {...field('medical_history')}
          />
        </>
      )}
      {child && !isLive && <p className="text-sm text-muted">{t('relatives.consentGone')}</p>}
      <FormConflict
        conflicts={conflicts}
        labelOf={(name) => t(LABELS[name] ?? 'profile.medicalHistory')}
        textOf={(name, value) => {
          const gender = name === 'gender' && typeof value === 'string' ? GENDERS[value] : undefined
          return gender && t(gender)
        }}
      />
      {refusal !== undefined && <Refusal title={t(child ? 'relatives.saveFailed' : 'relatives.addFailed')} error={refusal} />}
      <Button type="submit" busyLabel={isSubmitting && t(child ? 'profile.saving' : 'relatives.adding')}>
        {t(child ? 'profile.save' : 'relatives.submit')}
      </Button>
      <UnsavedChanges isDirty={isDirty} />
    </form>
  )
}

/** A child that already exists has the declaration and the consent. */
const valuesOf = (child: Relative | undefined): ChildValues => ({
  first_name: child?.first_name ?? '',
  last_name: child?.last_name ?? '',
  declaration: child !== undefined,
  consent: child !== undefined,
  date_of_birth: child?.date_of_birth ?? '',
  gender: child?.gender ?? '',
  medical_history: child?.medical_history ?? '',
})
