import type { TextKey } from '../../lib/i18n.tsx'
import type { Role } from '../../lib/session/session-state.ts'
import type { Person } from './queries.ts'

export const ROLES: Record<Role, TextKey> = {
  admin: 'people.roleAdmin',
  doctor: 'people.roleDoctor',
  patient: 'people.rolePatient',
}

/** Empty for a person without a name. */
export const personName = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ')
