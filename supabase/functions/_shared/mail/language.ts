import { LANGUAGES } from '../rules.ts'

export type Language = (typeof LANGUAGES)[number]

export function languageOf(value: unknown): Language {
  return LANGUAGES.find((language) => language === value) ?? 'tr'
}

export function directionOf(language: Language) {
  return language === 'ar' ? 'rtl' : 'ltr'
}
