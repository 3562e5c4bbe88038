// The rules for shared files.
import { extensionOf, FILE_TYPES } from '../../lib/file-names.ts'
import type { Language } from '../../lib/languages.ts'
import { formatNumber } from '../../lib/numbers.ts'

/** While the doctor may read and both may add. The patient may read and remove their own in every status. */
export const takesFiles = (status: string) => status === 'confirmed' || status === 'completed'

export const ACCEPT = [...FILE_TYPES.keys()].map((extension) => `.${extension}`).join(',')

/** By its extension, because browsers disagree about the types of files. */
export const typeOf = (name: string) => FILE_TYPES.get(extensionOf(name))

export const MAX_NAME_LENGTH = 255
const MAX_STORED_LENGTH = 120
// Letters that are no accented ones.
const PLAIN: Record<string, string> = { ı: 'i', ə: 'e', Ə: 'E', ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' }

/** A name that every storage takes; what the file is called is kept beside it. */
export function storedName(name: string) {
  const extension = extensionOf(name)
  const stem = name
    .slice(0, name.length - extension.length - 1)
    .replaceAll(/[ıəƏßøØłŁ]/g, (letter) => PLAIN[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_STORED_LENGTH)
  return `${stem || 'file'}.${extension}`
}

const LATIN_UNITS = ['B', 'KB', 'MB', 'GB']
/** As in the texts that name the limits. */
const UNITS: Partial<Record<Language, string[]>> = {
  ru: ['Б', 'КБ', 'МБ', 'ГБ'],
  ar: ['بايت', 'كيلوبايت', 'ميغابايت', 'غيغابايت'],
  fr: ['o', 'Ko', 'Mo', 'Go'],
}

/** In B, KB, MB or GB, with two decimals where there are any. */
export function sizeText(bytes: number, language: Language) {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), LATIN_UNITS.length - 1)
  const number = formatNumber(bytes / 1024 ** step, language, 2)
  return `${number}\u00a0${(UNITS[language] ?? LATIN_UNITS)[step]}`
}
