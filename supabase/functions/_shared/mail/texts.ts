// What mails say. `{name}`, `{brand}` and `{support}` are filled in; the compiler and a test keep the six dictionaries alike.
import type { Language } from './language.ts'
import { ar } from './texts/ar.ts'
import { az } from './texts/az.ts'
import { en } from './texts/en.ts'
import { fr } from './texts/fr.ts'
import { ru } from './texts/ru.ts'
import { tr } from './texts/tr.ts'

export interface MailTexts {
  greeting: string
  greetingByName: string
  /** Above the address in full, for those whose button does not work. */
  linkByHand: string
  codeIfAsked: string
  yourCode: string
  linkIsValid: string
  codeIsValid: string
  bothAreValid: string
  questions: string
  accountReason: string
  account: {
    signup: LinkTexts
    magiclink: LinkTexts
    recovery: LinkTexts
    invite: LinkTexts
    email_change: LinkTexts
    reauthentication: CodeTexts
  }
}

export interface CodeTexts {
  subject: string
  preheader: string
  title: string
  body: string
  /** What to do when it was somebody else who asked. */
  notYou: string
}

export interface LinkTexts extends CodeTexts {
  action: string
}

export const mailTexts: Record<Language, MailTexts> = { tr, az, en, ru, ar, fr }

export function fill(text: string, values: Record<string, string>) {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}
