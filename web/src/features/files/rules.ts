// The rules for shared files.
import { extensionOf, FILE_TYPES } from '../../lib/file-names.ts'
import type { Language } from '../../lib/languages.ts'
import { formatNumber } from '../../lib/numbers.ts'

/** Whether both sides can add files and the doctor can read them. Patients can read and delete their own files in every status. */
export const takesFiles = (status: string) => status === 'confirmed' || status === 'completed'

export const ACCEPT = [...FILE_TYPES.keys()].map((extension) => `.${extension}`).join(',')

/** Decides by extension, because browsers report different types for the same file. */
export const typeOf = (name: string) => FILE_TYPES.get(extensionOf(name))

export const MAX_NAME_LENGTH = 255
const MAX_STORED_LENGTH = 120
// Letters that Unicode does not decompose into a base letter and an accent.
const PLAIN: Record<string, string> = { ı: 'i', ə: 'e', Ə: 'E', ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' }

/** A name that every storage backend accepts. The record keeps the original name. */
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
/** The same units as in the texts that state the limits. */
const UNITS: Partial<Record<Language, string[]>> = {
  ru: ['Б', 'КБ', 'МБ', 'ГБ'],
  ar: ['بايت', 'كيلوبايت', 'ميغابايت', 'غيغابايت'],
  fr: ['o', 'Ko', 'Mo', 'Go'],
}

/** Formats a size in B, KB, MB or GB with up to two decimals. */
export function sizeText(bytes: number, language: Language) {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), LATIN_UNITS.length - 1)
  const number = formatNumber(bytes / 1024 ** step, language, 2)
  return `${number}\u00a0${(UNITS[language] ?? LATIN_UNITS)[step]}`
}
