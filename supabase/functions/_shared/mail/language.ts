export const languages = ['tr', 'az', 'en', 'ru', 'ar', 'fr'] as const

export type Language = (typeof languages)[number]

export function languageOf(value: unknown): Language {
  return languages.find((language) => language === value) ?? 'tr'
}

export function directionOf(language: Language) {
  return language === 'ar' ? 'rtl' : 'ltr'
}
