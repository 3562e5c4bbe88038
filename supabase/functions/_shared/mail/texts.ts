// The texts of mails, with placeholders in braces. The compiler and a test check that the six dictionaries have the same keys.
import type { Language } from './language.ts'
import { ar } from './texts/ar.ts'
import { az } from './texts/az.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import type { MailTexts } from './texts/mail-texts.ts'
import { ru } from './texts/ru.ts'
import { tr } from './texts/tr.ts'

export const mailTexts: Record<Language, MailTexts> = { tr, az, en, ru, ar, fr }

export function fill(text: string, values: Record<string, string>) {
  const isArabic = RIGHT_TO_LEFT.test(text)
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => {
    const value = values[key]
    return value === undefined ? placeholder : isolated(value, isArabic)
  })
}

/** Keeps names, times, codes and addresses in their own order within a sentence of the other direction, as the site does. */
const isolated = (value: string, isArabic: boolean) =>
  (isArabic ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(value) ? `\u2068${value}\u2069` : value

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/
const LEFT_TO_RIGHT = /[A-Za-zÀ-ӿ]|\+\d|\d[ –-]+\d/
