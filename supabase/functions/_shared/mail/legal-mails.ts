// Mails about a new version of a legal document, to everybody with an account.
import { company } from '../company.ts'
import { LANGUAGES } from '../rules.ts'
import { button, note, paragraph } from './blocks.ts'
import { dateInWords } from './clocks.ts'
import type { Language } from './language.ts'
import { type RenderedMail, renderMail } from './layout.ts'
import { senderAddress } from './mail.ts'
import { fill, mailTexts } from './texts.ts'

export const LEGAL_CHANGED = 'account_legal_changed'

export const legalMailDocuments = ['privacy', 'terms', 'cookies'] as const

interface LegalMail {
  /** Also the path of the document's page. */
  document: (typeof legalMailDocuments)[number]
  /** The date of the new version. */
  version: string
  language: Language
  siteUrl: string
}

export function legalMail({ document, version, language, siteUrl }: LegalMail): RenderedMail {
  const texts = mailTexts[language]
  const { documents, subject, preheader, title, body, choice, action, reason } = texts.legalChanged
  const values = {
    document: documents[document],
    date: dateInWords(version, language),
    brand: company.brand,
    support: company.supportEmail || senderAddress(),
  }
  const filled = (text: string) => fill(text, values)
  const link = `${siteUrl.replace(/\/+$/, '')}${language === LANGUAGES[0] ? '' : `/${language}`}/${document}`
  const blocks = [paragraph(texts.greeting), paragraph(filled(body)), button(action, link), note(filled(choice))]
  return renderMail({
    language,
    subject: filled(subject),
    preheader: filled(preheader),
    title: filled(title),
    blocks,
    reason: filled(reason),
  })
}
