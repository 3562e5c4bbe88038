import type { Language } from './languages.ts'

/** Without case, accents and vowel marks, so that people find what they type in a hurry, or on a keyboard without the letter. */
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
