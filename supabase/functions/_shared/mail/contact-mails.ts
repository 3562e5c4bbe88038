// What a message of the contact form becomes: a notice to the company, and a confirmation to whoever is said to have written it.
import { company } from '../company.ts'
import { facts, note, paragraph, quotation } from './blocks.ts'
import type { Language } from './language.ts'
import { renderLetter } from './layout.ts'
import { oneLine } from './names.ts'
import { fill, mailTexts } from './texts.ts'
import { isAddress, type Mail } from './transport.ts'

export interface ContactMessage {
  name: string
  email: string
  phone: string | null
  message: string
  language: Language
}

export function contactNotice({ name, email, phone, message, language }: ContactMessage): Mail {
  const { reason, notice, ...words } = mailTexts[language].contact
  const letter = renderLetter({
    language,
    subject: fill(notice.subject, { name: oneLine(name) }),
    preheader: notice.preheader,
    title: notice.title,
    blocks: [
      paragraph(notice.body),
      facts([
        { label: words.name, value: oneLine(name), direction: 'auto' },
        { label: words.email, value: email, direction: 'ltr' },
        phone ? { label: words.phone, value: oneLine(phone), direction: 'ltr' } : { label: words.phone, value: words.notSpecified },
      ]),
      quotation(words.message, message),
    ],
    reason: fill(reason, { brand: company.brand }),
  })
  // The form takes addresses that no header does: then it stands in the text only.
  return { to: company.infoEmail, ...(isAddress(email) ? { replyTo: email } : {}), ...letter }
}

/** Holds nothing the sender typed, not even a name: the address may be somebody else's. */
export function contactConfirmation({ email, language }: Pick<ContactMessage, 'email' | 'language'>): Mail {
  const texts = mailTexts[language]
  const { reason, confirmation } = texts.contact
  const letter = renderLetter({
    language,
    subject: confirmation.title,
    preheader: confirmation.preheader,
    title: confirmation.title,
    blocks: [paragraph(texts.greeting), paragraph(confirmation.body), note(confirmation.notYou)],
    reason: fill(reason, { brand: company.brand }),
  })
  return { to: email, replyTo: company.infoEmail, ...letter }
}
