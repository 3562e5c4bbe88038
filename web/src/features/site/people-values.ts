// The people of a field as one text value of the form, so that a name is compared and saved together with its photo.
import { onOneLine } from '../../lib/patterns.ts'

export const PEOPLE_COLUMNS = ['psychology_coordinator', 'lead_architects', 'interior_architects'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

export const MAX_PEOPLE: Record<PeopleColumn, number> = { psychology_coordinator: 1, lead_architects: 3, interior_architects: 3 }
export const MAX_NAME_LENGTH = 80

export interface NamedPerson {
  name: string
  /** The name of the stored photo, an empty text, or CHOSEN. */
  photo: string
}

/** Stands for a photo that is chosen and not stored yet. The database refuses it. */
export const CHOSEN = 'chosen'

const isThere = ({ name, photo }: NamedPerson) => name !== '' || photo !== ''

export const peopleIn = (text: string) => (text ? (JSON.parse(text) as NamedPerson[]) : [])

/** Leaves out empty rows at the end, so that an added row changes nothing until something is in it. */
export function peopleText(people: NamedPerson[]) {
  const rows = people.slice(0, people.findLastIndex(isThere) + 1)
  return rows.length === 0 ? '' : JSON.stringify(rows.map(({ name, photo }) => ({ name, photo })))
}

export function withPerson(text: string, place: number, change: Partial<NamedPerson>) {
  const people = peopleIn(text)
  const rows = Array.from({ length: Math.max(people.length, place + 1) }, (_, index) => people[index] ?? { name: '', photo: '' })
  return peopleText(rows.map((person, index) => (index === place ? { ...person, ...change } : person)))
}

/** Keeps empty rows between others, so that each person keeps their place in the form. */
export const withCleanNames = (text: string) => peopleText(peopleIn(text).map(({ name, photo }) => ({ name: onOneLine(name), photo })))

export const withoutEmptyRows = (text: string) => peopleText(peopleIn(text).filter(isThere))

export const isNameless = ({ name, photo }: NamedPerson) => photo !== '' && name.trim() === ''
