// The fields of an entry: those of its kind, and its texts in each language.
import { type RefObject, useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { DateField } from '../../../components/ui/date-field.tsx'
import { TextAreaField, TextField } from '../../../components/ui/field.tsx'
import { SelectField } from '../../../components/ui/select-field.tsx'
import { faultTexts } from '../../../lib/form.ts'
import { type TextKey, useI18n } from '../../../lib/i18n.tsx'
import { LANGUAGE_NAMES, LANGUAGES, type Language, listOf } from '../../../lib/languages.ts'
import { formatDay } from '../../../lib/time/dates.ts'
import { OtherLanguages } from '../other-languages.tsx'
import { type ContentValues, fieldOf, missingLanguages, TEXT_PARTS, type TextPart } from './content-input.ts'
import { CATEGORIES, CATEGORY_TEXTS, type Category, type Kind } from './kinds.ts'
import { photosIn } from './photo-values.ts'
import { PhotosField, type StoreChosen } from './photos-field.tsx'
import { MAX_SLUG_LENGTH, slugOf } from './slug.ts'

const PART_TEXTS: Record<Kind, Partial<Record<string, TextKey>>> = {
  project: { titles: 'content.title', places: 'content.place', texts: 'content.text' },
  faq: { questions: 'content.question', answers: 'content.answer' },
  notice: { texts: 'content.notice' },
}

const LINE_TEXTS: Record<string, TextKey> = {
  slug: 'content.slug',
  year: 'content.year',
  area_m2: 'content.area',
  photos: 'content.photos',
  category: 'content.category',
  from: 'content.from',
  until: 'content.until',
}

/** Texts for showing conflicts: the label of a field, and its value as the form shows it. */
export function useFieldTexts(kind: Kind) {
  const { t, language } = useI18n()
  return {
    labelOf: (name: string) => {
      const line = LINE_TEXTS[name]
      if (line) return t(line)
      const [part = '', code] = name.split('_')
      const inLanguage = LANGUAGES.find((each) => each === code) ?? language
      return `${t(PART_TEXTS[kind][part] ?? 'content.text')} (${LANGUAGE_NAMES[inLanguage]})`
    },
    textOf: (name: string, value: unknown) => {
      if (typeof value !== 'string' || !value) return undefined
      if (name === 'category') return t(CATEGORY_TEXTS[value as Category])
      if (name === 'from' || name === 'until') return formatDay(value, language, 'long')
      if (name !== 'photos') return undefined
      return photosIn(value)
        .map(({ alts }, place) => t('content.photoTexts', { number: place + 1, texts: listOf(Object.values(alts), language) }))
        .join('\n')
    },
  }
}

interface EntryFieldsProps {
  kind: Kind
  form: UseFormReturn<ContentValues>
  isNew: boolean
  isPublished: boolean
  storeChosen: RefObject<StoreChosen | undefined>
}

/**
 * The browser silently cuts off the end of a pasted text, so it may be several times too long, which the form then says. A megabyte would
 * block the page.
 */
const ROOM = 5
/** The part of a text's maximum length from which on its length is shown. */
const COUNTED_FROM = 0.9

export function EntryFields({ kind, form, isNew, isPublished, storeChosen }: EntryFieldsProps) {
  const { t, language } = useI18n()
  const { labelOf } = useFieldTexts(kind)
  const { errors } = form.formState
  const faultOf = faultTexts(errors, t)
  const values = useWatch({ control: form.control }) as ContentValues
  const register = (name: string) => ({ ...form.register(name), error: faultOf(name), autoComplete: 'off' })
  useProposedSlug({ kind, form, values, isWanted: isNew })
  const missing = missingLanguages(kind, values)

  const text = ({ key, max, isLong }: TextPart, each: Language) => {
    const name = fieldOf(key, each)
    const { length } = values[name] ?? ''
    const counter = length > max * COUNTED_FROM && <bdi dir="ltr">{t('booking.counter', { used: length, most: max })}</bdi>
    const props = { label: labelOf(name), lang: each, dir: 'auto', maxLength: max * ROOM, aside: counter, ...register(name) }
    if (!isLong) return <TextField key={name} {...props} />
    return <TextAreaField key={name} rows={6} {...props} {...(each === language && { hint: t('content.markdown') })} />
  }
  const texts = (each: Language) => <div className="grid gap-4">{TEXT_PARTS[kind].map((part) => text(part, each))}</div>

  return (
    <>
      {kind === 'faq' && (
        <SelectField label={t('content.category')} className="max-w-80" {...register('category')}>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(CATEGORY_TEXTS[category])}
            </option>
          ))}
        </SelectField>
      )}
      {missing.includes(language) && missing.length < LANGUAGES.length && (
        <p className="-mb-2 text-sm text-wait">{t('site.missingLanguages', { list: LANGUAGE_NAMES[language] })}</p>
      )}
      {texts(language)}
      <OtherLanguages
        hint={t(kind === 'faq' ? 'content.faqLanguages' : 'site.otherLanguagesHint')}
        missing={missing}
        wrong={LANGUAGES.filter((each) => TEXT_PARTS[kind].some(({ key }) => fieldOf(key, each) in errors))}
      >
        {texts}
      </OtherLanguages>
      {kind === 'notice' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <DateField label={t('content.from')} hint={t('content.fromHint')} {...register('from')} />
          <DateField label={t('content.until')} hint={t('content.untilHint')} {...register('until')} />
        </div>
      )}
      {kind === 'project' && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={t('content.year')}
              inputMode="numeric"
              maxLength={4}
              dir="ltr"
              className="rtl:text-end"
              {...register('year')}
            />
            <TextField
              label={t('content.area')}
              inputMode="numeric"
              maxLength={6}
              dir="ltr"
              className="rtl:text-end"
              {...register('area_m2')}
            />
          </div>
          <PhotosField
            storeChosen={storeChosen}
            value={values['photos'] ?? ''}
            error={faultOf('photos')}
            onChange={(photos) => form.setValue('photos', photos, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          />
        </>
      )}
      {kind !== 'notice' && (
        <TextField
          label={t('content.slug')}
          hint={t(isPublished ? 'content.slugPublished' : 'content.slugHint')}
          readOnly={isPublished}
          maxLength={MAX_SLUG_LENGTH}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          className="rtl:text-end"
          {...register('slug')}
        />
      )}
    </>
  )
}

/** Proposes a slug from the first text of a new entry, until the user changes it. */
function useProposedSlug({
  kind,
  form,
  values,
  isWanted,
}: Pick<EntryFieldsProps, 'kind' | 'form'> & { values: ContentValues; isWanted: boolean }) {
  const { language } = useI18n()
  const [{ key }] = TEXT_PARTS[kind]
  const named = [language, ...LANGUAGES].map((each) => values[fieldOf(key, each)]).find((text) => text?.trim()) ?? ''
  const proposed = kind === 'notice' ? '' : slugOf(named)
  const last = useRef(proposed)
  useEffect(() => {
    if (!isWanted || proposed === last.current) return
    // Replaces only an earlier proposal or an empty field, which nobody has edited.
    if (form.getValues('slug') === last.current)
      form.setValue('slug', proposed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    last.current = proposed
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another proposal changes the field
  }, [proposed, isWanted])
}
