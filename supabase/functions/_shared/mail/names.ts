// Names in mails are user input, and not always the reader's own.
import type { MailTexts } from './texts/mail-texts.ts'
import { fill } from './texts.ts'

// Anybody can sign up with another person's address and send an advertisement as a "first name". Only text that can be a name is used.
const A_NAME = /^\p{L}[\p{L}\p{M}'’. -]{0,39}$/u

/** The parts that can be a name. Undefined if there are none. */
export function nameOf(...parts: (string | null | undefined)[]) {
  const name = parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => A_NAME.test(part) && !LOOKS_LIKE_A_LINK.test(part))
    .join(' ')
  return name || undefined
}

const LOOKS_LIKE_A_LINK = /\p{L}\.\p{L}/u

export function greeting(texts: MailTexts, ...parts: (string | null | undefined)[]) {
  const name = nameOf(...parts)
  return name ? fill(texts.greetingByName, { name }) : texts.greeting
}

/** Free text for a subject: on one line, without characters that change the direction of the text. */
export const oneLine = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069\p{Cc}]/gu, ' ').trim()
