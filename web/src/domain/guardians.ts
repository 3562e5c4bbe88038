// The guardians of a patient without an account, as staff read them.
import type { TextKey, Values } from '../lib/i18n.tsx'
import { type Language, listOf } from '../lib/languages.ts'

/** A guardian in the shape that the database gives to staff. */
export interface Guardian {
  guardian_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  /** The relationship of the patient to the guardian. */
  relationship: string
  /** 'parental' or 'asked'. */
  authority: string
}

/** How staff can reach a patient. A patient without an account and without guardians has only a phone number. */
export interface Reachable {
  has_account: boolean | null
  guardians?: Guardian[] | null | undefined
}

/** The relationship of the guardian to the patient: the inverse of `relationship`. */
const RELATIONS: Partial<Record<string, TextKey>> = {
  child: 'staff.guardianOfChild',
  parent: 'staff.guardianOfParent',
  spouse: 'staff.guardianOfSpouse',
}

export const guardianName = ({ first_name, last_name }: Pick<Guardian, 'first_name' | 'last_name'>, t: (key: TextKey) => string) =>
  [first_name, last_name].filter(Boolean).join(' ') || t('staff.unnamed')

/** Isolates a name inside a text of another direction, so that the text around it keeps its order. */
export const isolated = (name: string) => `\u2068${name}\u2069`

/** "with Leyla Məmmədova, parent". Undefined for a patient without guardians. */
export function withGuardians(patient: Reachable | null, t: (key: TextKey, values?: Values) => string, language: Language) {
  const [first, ...others] = patient?.guardians ?? []
  if (!first) return undefined
  const name = isolated(guardianName(first, t))
  if (others.length) return t('staff.with', { names: listOf([name, ...others.map((each) => isolated(guardianName(each, t)))], language) })
  return t('staff.withRelation', { name, relation: t(RELATIONS[first.relationship] ?? 'staff.guardianOfOther') })
}

export const isPhoneOnly = (patient: Reachable | null) => patient?.has_account === false && !patient.guardians?.length
