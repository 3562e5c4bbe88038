// Mails about a message from the contact form: a notice to the company and a confirmation to the address that the sender gave.
import { company } from '../company.ts'
import { referenceOf, SERVICES } from '../rules.ts'
import { type Fact, facts, note, paragraph, quotation } from './blocks.ts'
import { clockIn, dateOf, listOf } from './clocks.ts'
import type { Language } from './language.ts'
import { renderMail } from './layout.ts'
import { isAddress, type Mail, senderAddress } from './mail.ts'
import { oneLine } from './names.ts'
import { fill, mailTexts } from './texts.ts'

export interface ContactMessage {
  id: string
  created_at: string
  name: string
  email: string
  phone: string | null
  service: string | null
  message: string
  language: Language
}

/** Mail programs show at most this much of a preheader. */
const PREHEADER_LENGTH = 120

export function contactNotice(received: ContactMessage): Mail {
  const { name, email, phone, message, language } = received
  const service = SERVICES.find((each) => each === received.service)
  const { reason, notice, ...words } = mailTexts[language].contact
  const rendered = renderMail({
    language,
    subject: fill(notice.subject, { name: oneLine(name) }),
    preheader: oneLine(message).slice(0, PREHEADER_LENGTH),
    title: notice.title,
    blocks: [
      paragraph(notice.body),
      facts([
        { label: words.name, value: oneLine(name), direction: 'auto' },
        { label: words.email, value: email, direction: 'ltr' },
        phone ? { label: words.phone, value: oneLine(phone), direction: 'ltr' } : { label: words.phone, value: words.notSpecified },
        ...(service ? [{ label: words.service, value: words.services[service] }] : []),
        ...whenAndWhich(received),
      ]),
      quotation(words.message, message),
    ],
    reason: fill(reason, { brand: company.brand }),
  })
  // The form accepts some addresses that cannot be used in a header. They appear in the text only.
  return { to: company.infoEmail || senderAddress(), ...(isAddress(email) ? { replyTo: email } : {}), ...rendered }
}

/** Contains nothing that the sender typed, not even a name, because the address may belong to somebody else. */
export function contactConfirmation(received: Omit<ContactMessage, 'name' | 'phone' | 'service' | 'message'>): Mail {
  const { id, email, language } = received
  const texts = mailTexts[language]
  const { reason, confirmation } = texts.contact
  const rendered = renderMail({
    language,
    subject: fill(confirmation.subject, { reference: referenceOf(id) }),
    preheader: confirmation.preheader,
    title: confirmation.title,
    blocks: [paragraph(texts.greeting), paragraph(confirmation.body), facts(whenAndWhich(received)), note(confirmation.notYou)],
    reason: fill(reason, { brand: company.brand }),
  })
  return { to: email, ...(company.infoEmail ? { replyTo: company.infoEmail } : {}), ...rendered }
}

/** Distinguishes two messages. The time is in the office's zone, because the sender's is unknown. */
function whenAndWhich({ id, created_at, language }: Pick<ContactMessage, 'id' | 'created_at' | 'language'>): Fact[] {
  const { received, reference } = mailTexts[language].contact
  const at = new Date(created_at)
  const zone = company.timezone
  return [
    { label: received, value: listOf([dateOf(at, zone, language), clockIn(at, zone, language)], language) },
    { label: reference, value: referenceOf(id), direction: 'ltr' },
  ]
}
