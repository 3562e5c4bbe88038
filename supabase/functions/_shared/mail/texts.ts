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
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}
