// The people whom the pages name: each has a name and a photo, and some fields have several people.
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../components/ui/button.tsx'
import { PersonPortrait } from '../../domain/person-portrait.tsx'
import { faultTexts } from '../../lib/form.ts'
import { type TextKey, useI18n } from '../../lib/i18n.tsx'
import { useTexts } from '../../lib/load/use-texts.ts'
import type { CompanyValues } from './company-input.ts'
import {
  CHOSEN,
  isNameless,
  MAX_NAME_LENGTH,
  MAX_PEOPLE,
  type NamedPerson,
  PEOPLE_COLUMNS,
  type PeopleColumn,
  peopleIn,
  withoutEmptyRows,
  withPerson,
} from './people-values.ts'
import { PersonField, type StoreChosenPhoto } from './person-field.tsx'

const TEXTS: Record<PeopleColumn, { group: TextKey; one: TextKey; add?: TextKey }> = {
  psychology_coordinator: { group: 'companyField.coordinator', one: 'companyField.coordinator' },
  lead_architects: { group: 'site.leadArchitects', one: 'site.leadArchitect', add: 'site.addLeadArchitect' },
  interior_architects: { group: 'site.interiorArchitects', one: 'site.interiorArchitect', add: 'site.addInteriorArchitect' },
}

export const isPeopleColumn = (column: string): column is PeopleColumn => PEOPLE_COLUMNS.some((each) => each === column)
export const peopleLabel = (column: PeopleColumn) => TEXTS[column].group

const NOBODY: NamedPerson = { name: '', photo: '' }

type Editor = UseFormReturn<CompanyValues>
type Store = (column: PeopleColumn, place: number) => (store: StoreChosenPhoto | null) => void

/** Chosen photos are stored when the form is saved. */
export function usePersonPhotos(form: Editor) {
  const stores = useRef(new Map<string, StoreChosenPhoto>())
  const storeAt: Store = (column, place) => (store) => {
    if (store) stores.current.set(`${column}.${place}`, store)
    else stores.current.delete(`${column}.${place}`)
  }
  /** Returns the values with the stored photos and without empty rows, or undefined if a photo could not be stored. */
  async function storeChosen(values: CompanyValues) {
    const next = { ...values }
    let areStored = true
    for (const column of PEOPLE_COLUMNS) {
      for (const [place, { photo }] of peopleIn(values[column]).entries()) {
        if (photo !== CHOSEN) continue
        const path = await stores.current.get(`${column}.${place}`)?.()
        if (path === undefined) areStored = false
        else {
          next[column] = withPerson(next[column], place, { photo: path })
          // Stored once, even if the form cannot be saved now.
          form.setValue(column, withPerson(form.getValues(column), place, { photo: path }), { shouldDirty: true })
        }
      }
      next[column] = withoutEmptyRows(next[column])
    }
    return areStored ? next : undefined
  }
  return { storeAt, storeChosen }
}

export function PeopleFields({ form, storeAt }: { form: Editor; storeAt: Store }) {
  const { t } = useI18n()
  useTexts('panel')
  return (
    <>
      {PEOPLE_COLUMNS.map((column) => (
        <PeopleOf key={column} column={column} form={form} storeAt={storeAt} />
      ))}
      <p className="text-sm text-muted sm:col-span-2">{t('photo.hint')}</p>
    </>
  )
}

function PeopleOf({ column, form, storeAt }: { column: PeopleColumn; form: Editor; storeAt: Store }) {
  const { t } = useI18n()
  const { group, one, add } = TEXTS[column]
  const { defaultValues, errors, isSubmitted } = form.formState
  const people = peopleIn(useWatch({ control: form.control, name: column }))
  const before = peopleIn(defaultValues?.[column] ?? '')
  const error = faultTexts(errors, t)(column)
  const [added, setAdded] = useState(1)
  const rows = Array.from({ length: Math.max(people.length, added) }, (_, place) => people[place] ?? NOBODY)
  const wrong = error
    ? Math.max(
        rows.findIndex((person) => isNameless(person) || person.name.length > MAX_NAME_LENGTH),
        0,
      )
    : -1
  const section = useRef<HTMLDivElement>(null)
  // No element has the list as its value, so the form cannot focus it. An invalid field above it gets the focus first.
  useEffect(() => {
    if (wrong >= 0 && !document.activeElement?.matches('[aria-invalid=true]'))
      section.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong])

  const change = (place: number, to: Partial<NamedPerson>) =>
    form.setValue(column, withPerson(form.getValues(column), place, to), { shouldDirty: true, shouldValidate: isSubmitted })
  function addRow() {
    setAdded(rows.length + 1)
    requestAnimationFrame(() => [...(section.current?.querySelectorAll<HTMLElement>('input:not([type])') ?? [])].at(-1)?.focus())
  }
  return (
    <div
      ref={section}
      {...(add && { role: 'group', 'aria-label': t(group) })}
      className="grid gap-4 first:sm:col-span-2 first:sm:max-w-[calc(50%-0.5rem)]"
    >
      {rows.map((person, place) => (
        <PersonField
          key={place}
          label={place === 0 ? t(one) : t('site.nthPerson', { role: t(one), number: place + 1 })}
          person={person}
          storedPhoto={before[place]?.photo ?? ''}
          error={place === wrong ? error : undefined}
          onChange={(to) => change(place, to)}
          store={storeAt(column, place)}
        />
      ))}
      {add && rows.length < MAX_PEOPLE[column] && (
        <Button look="text" className="text-start! text-sm" onClick={addRow}>
          <Plus aria-hidden="true" className="size-4 shrink-0" />
          {t(add)}
        </Button>
      )}
    </div>
  )
}

/** Shows what somebody else has stored. */
export const shownPeople = (column: string, value: unknown) =>
  isPeopleColumn(column) && typeof value === 'string' && value ? <NamedPeople value={value} /> : undefined

function NamedPeople({ value }: { value: string }) {
  const { t } = useI18n()
  return peopleIn(value).map(({ name, photo }, place) => (
    <span key={place} className="flex items-center gap-3 py-1">
      <PersonPortrait name={name} photo={photo} alt={t('photo.preview')} size="tiny" />
      {name}
    </span>
  ))
}
