import type { Language } from './languages.ts'

/** Removes case, accents and vowel marks, so that a search works with quick spelling or with a keyboard that lacks the letter. */
export function fold(text: string, language: Language) {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ə', 'e')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll(/[’']/g, '')
}
