// Who is with a patient that has no account, as staff read it.
import type { TextKey, Values } from '../lib/i18n.tsx'
import { type Language, listOf } from '../lib/languages.ts'

/** As the database names them to staff. */
export interface Guardian {
  guardian_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  /** What the patient is to the guardian. */
  relationship: string
  /** 'parental' or 'asked'. */
  authority: string
}

/** What staff know about how to reach a patient. Without an account and without guardians there is only a phone number. */
export interface Reachable {
  has_account: boolean | null
  guardians?: Guardian[] | null | undefined
}

/** What the guardian is to the patient: the other side of the relationship. */
const RELATIONS: Partial<Record<string, TextKey>> = {
  child: 'staff.guardianOfChild',
  parent: 'staff.guardianOfParent',
  spouse: 'staff.guardianOfSpouse',
}

export const guardianName = ({ first_name, last_name }: Pick<Guardian, 'first_name' | 'last_name'>, t: (key: TextKey) => string) =>
  [first_name, last_name].filter(Boolean).join(' ') || t('staff.unnamed')

/** For a name inside a text of another direction: the text around it keeps its order. */
export const isolated = (name: string) => `\u2068${name}\u2069`

/** "with Leyla Məmmədova, parent". Undefined for a patient who comes alone. */
export function withGuardians(patient: Reachable | null, t: (key: TextKey, values?: Values) => string, language: Language) {
  const [first, ...others] = patient?.guardians ?? []
  if (!first) return undefined
  const name = isolated(guardianName(first, t))
  if (others.length) return t('staff.with', { names: listOf([name, ...others.map((each) => isolated(guardianName(each, t)))], language) })
  return t('staff.withRelation', { name, relation: t(RELATIONS[first.relationship] ?? 'staff.guardianOfOther') })
}

export const isPhoneOnly = (patient: Reachable | null) => patient?.has_account === false && !patient.guardians?.length
