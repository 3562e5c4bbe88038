// Mails about a patient without an account: invitations to claim the record or to become the second guardian, and the coming of age.
import { company } from '../company.ts'
import { LANGUAGES } from '../rules.ts'
import { type Call, unwrap } from '../serve.ts'
import { addressByHand, button, note, paragraph } from './blocks.ts'
import { dateInWords } from './clocks.ts'
import type { Language } from './language.ts'
import { type RenderedMail, renderMail } from './layout.ts'
import { senderAddress } from './mail.ts'
import { greeting, nameOf } from './names.ts'
import { secretOf } from './sealed.ts'
import { fill, mailTexts } from './texts.ts'

export const patientMailKinds = ['patient_claim', 'patient_guardian', 'coming_of_age'] as const

type PatientMailKind = (typeof patientMailKinds)[number]

export interface PatientMailIds {
  invitation_id?: string
  patient_id?: string
  guardian_id?: string
}

interface Wanted {
  kind: PatientMailKind
  ids: PatientMailIds
  language: Language
  siteUrl: string
}

/** Undefined if the invitation is no longer open, or the child no longer comes of age soon. */
export async function patientMail(db: Call['asServiceRole'], wanted: Wanted): Promise<RenderedMail | undefined> {
  const { kind, ids, language, siteUrl } = wanted
  const home = `${siteUrl.replace(/\/+$/, '')}${language === LANGUAGES[0] ? '' : `/${language}`}`
  if (kind === 'coming_of_age') {
    const [read] = unwrap(await db.rpc('read_coming_of_age', { patient_id: ids.patient_id ?? '', guardian_id: ids.guardian_id ?? '' }))
    if (!read) return undefined
    const { first_name, last_name, adult_on, guardian_first_name, guardian_last_name } = read
    return render(wanted, {
      reader: [guardian_first_name, guardian_last_name],
      values: { patient: nameOf(first_name, last_name), date: dateInWords(adult_on, language) },
      link: `${home}/profile`,
    })
  }
  const id = ids.invitation_id ?? ''
  const secret = await secretOf(`patient invitation ${id}`)
  const [invitation] = unwrap(await db.rpc('write_patient_invitation', { invitation_id: id, token_hash: await hashOf(secret) }))
  if (!invitation) return undefined
  const { first_name, last_name, inviter_first_name, inviter_last_name } = invitation
  return render(wanted, {
    reader: kind === 'patient_claim' ? [first_name, last_name] : [],
    values: { patient: nameOf(first_name, last_name), inviter: nameOf(inviter_first_name, inviter_last_name) },
    // The secret is in the fragment, so that no server logs it.
    link: `${home}/invitation#${secret}`,
  })
}

const hashOf = async (secret: string) =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

interface Written {
  reader: (string | null)[]
  values: { patient: string | undefined; inviter?: string | undefined; date?: string }
  link: string
}

function render({ kind, language }: Wanted, { reader, values, link }: Written): RenderedMail {
  const texts = mailTexts[language]
  const { subject, preheader, title, body, action, notYou } = texts.patient[kind]
  const { patient = '–', inviter = company.brand, date = '' } = values
  const filled = (text: string) =>
    fill(text, { brand: company.brand, support: company.supportEmail || senderAddress(), patient, inviter, date })
  const hasSecret = kind !== 'coming_of_age'
  const blocks = [
    paragraph(greeting(texts, ...reader)),
    paragraph(filled(body)),
    button(action, link),
    ...(hasSecret ? [note(texts.patientInvitationIsValid)] : []),
    note(filled(notYou)),
    ...(hasSecret ? [addressByHand(texts.linkByHand, link)] : []),
  ]
  const reason = fill(texts.accountReason, { brand: company.brand })
  return renderMail({ language, subject: filled(subject), preheader: filled(preheader), title: filled(title), blocks, reason })
}
