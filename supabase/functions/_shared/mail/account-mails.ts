// Mails about accounts. They contain a link, a code, or both.
import { company } from '../company.ts'
import { addressByHand, type Block, button, code as codeBlock, note, paragraph } from './blocks.ts'
import type { Language } from './language.ts'
import { type RenderedMail, renderMail } from './layout.ts'
import { senderAddress } from './mail.ts'
import { greeting } from './names.ts'
import type { MailTexts } from './texts/mail-texts.ts'
import { fill, mailTexts } from './texts.ts'

export const accountMailKinds = ['signup', 'magiclink', 'recovery', 'invite', 'email_change', 'reauthentication'] as const

type AccountMailKind = (typeof accountMailKinds)[number]

export interface AccountMail {
  kind: AccountMailKind
  language: Language
  firstName?: string | undefined
  lastName?: string | undefined
  /** Undefined for a reauthentication, which has only a code. */
  link?: string | undefined
  code?: string | undefined
}

export function accountMail({ kind, language, firstName, lastName, link, code }: AccountMail): RenderedMail {
  const texts = mailTexts[language]
  const { subject, preheader, title, body, notYou, action } = { action: undefined, ...texts.account[kind] }
  const filled = (text: string) => fill(text, { brand: company.brand, support: company.supportEmail || senderAddress() })
  const hasLink = action !== undefined && link !== undefined
  // An invitation waits for days: a code of six digits would be too easy to guess, and the service accepts it for an hour only.
  const hasCode = Boolean(code) && kind !== 'invite'
  const blocks: Block[] = [
    paragraph(greeting(texts, firstName, lastName)),
    paragraph(filled(body)),
    ...(hasLink ? [button(action, link)] : []),
    ...(code && hasCode ? [codeBlock(hasLink ? texts.codeIfAsked : texts.yourCode, code)] : []),
    note(kind === 'invite' ? texts.inviteIsValid : validity(texts, { hasLink, hasCode })),
    note(filled(notYou)),
    ...(hasLink ? [addressByHand(texts.linkByHand, link)] : []),
  ]
  return renderMail({ language, subject, preheader, title, blocks, reason: filled(texts.accountReason) })
}

function validity(texts: MailTexts, { hasLink, hasCode }: { hasLink: boolean; hasCode: boolean }) {
  if (hasLink && hasCode) return texts.bothAreValid
  return hasLink ? texts.linkIsValid : texts.codeIsValid
}
