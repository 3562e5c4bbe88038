import type { TextKey } from '../lib/i18n.tsx'

export const GENDERS: Record<string, TextKey> = {
  erkek: 'profile.genderMale',
  kadın: 'profile.genderFemale',
  diğer: 'profile.genderOther',
  belirtmek_istemiyorum: 'profile.genderNotSaid',
}
