// Mails about a change to an account. They contain no link, so a reader who gets one by mistake has nothing to click.
import { company } from '../company.ts'
import { note, paragraph } from './blocks.ts'
import type { Language } from './language.ts'
import { type RenderedMail, renderMail } from './layout.ts'
import { senderAddress } from './mail.ts'
import { fill, mailTexts } from './texts.ts'

export const accountNoticeKinds = [
  'factor_added',
  'factor_removed',
  'factor_reset',
  'key_added',
  'key_removed',
  'passkey_added',
  'passkey_removed',
  'role_doctor',
  'role_admin',
  'password_changed',
  'email_changed',
  'erased',
] as const

type AccountNoticeKind = (typeof accountNoticeKinds)[number]

export function accountNotice({ kind, language }: { kind: AccountNoticeKind; language: Language }): RenderedMail {
  const texts = mailTexts[language]
  const { subject, preheader, title, body, notYou } = texts.accountNotice[kind]
  const filled = (text: string) => fill(text, { brand: company.brand, support: company.supportEmail || senderAddress() })
  const blocks = [paragraph(texts.greeting), paragraph(filled(body)), note(filled(notYou))]
  return renderMail({ language, subject, preheader, title, blocks, reason: filled(texts.accountNoticeReason) })
}
