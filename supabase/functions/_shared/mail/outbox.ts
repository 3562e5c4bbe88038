// Sends mails from the outbox. The outbox stores ids; the text is written when the mail is sent, so that it is up to date and contains no
// erased data. Links and codes of account mails are stored encrypted.
import process from 'node:process'
import type { Database } from '../database.types.ts'
import { type Call, unwrap } from '../serve.ts'
import { accountMail } from './account-mails.ts'
import { accountNotice, accountNoticeKinds } from './account-notices.ts'
import { isStoredMail, readStoredMail } from './account-outbox.ts'
import { appointmentMail, appointmentMailKinds, FEE_SET } from './appointment-mails.ts'
import { readCompany } from './company-settings.ts'
import { contactConfirmation, contactNotice } from './contact-mails.ts'
import { languageOf } from './language.ts'
import { LEGAL_CHANGED, legalMail, legalMailDocuments } from './legal-mails.ts'
import { type Mail, senderAddress } from './mail.ts'
import { MailError } from './mail-error.ts'
import { type PatientMailIds, patientMail, patientMailKinds } from './patient-mails.ts'
import { sendMail } from './transport.ts'

export type ClaimedMail = Database['public']['Functions']['claim_due_mails']['Returns'][number]

type Db = Call['asServiceRole']

export interface Delivery {
  sent: boolean
  /** The error as stored in the outbox. */
  error?: string
  /** Whether all other mails would fail now too. */
  providerUnavailable?: boolean
  /** Whether it will be tried again. */
  retryable?: boolean
}

/** Sends the claimed mails in parallel and records each result in the outbox. */
export async function deliver(db: Db, mails: ClaimedMail[]): Promise<Delivery[]> {
  if (mails.length > 0) await readCompany(db)
  return Promise.all(mails.map((mail) => deliverOne(db, mail)))
}

async function deliverOne(db: Db, claimed: ClaimedMail): Promise<Delivery> {
  const { id } = claimed
  try {
    const mail = await write(db, claimed)
    await sendMail({ id, ...mail })
  } catch (fault) {
    return fail(db, claimed, fault)
  }
  await finish(db, id)
  return { sent: true }
}

async function fail(db: Db, { id, attempt }: ClaimedMail, fault: unknown): Promise<Delivery> {
  const known = fault instanceof MailError ? fault : new MailError('The mail could not be made', { retryable: true })
  if (known !== fault) log(fault)
  const error = known.said ? `${known.message}: ${known.said}` : known.message
  const { retryable, providerUnavailable, mayHaveArrived } = known
  const answer = await db.rpc('fail_mail', { id, attempt, error, retryable, may_have_arrived: mayHaveArrived })
  // The failure could not be recorded, so the mail is retried when its lease expires.
  if (answer.error) log(answer.error.message)
  // `fail_mail` returns true for a new error or a final failure. In an outage every mail fails for the same reason, which is logged once.
  if (answer.data) log(`A mail was not sent: ${error}`)
  return { sent: false, error, providerUnavailable, retryable }
}

/** The provider's response in an error from the outbox. Empty if there was none. */
export const wordsIn = (error: string) => error.split(': ').slice(1).join(': ')

// oxlint-disable-next-line no-console -- Functions log to the console on both backends.
const log = (fault: unknown) => console.error(fault)

const PAUSES_MS = [0, 200, 1000]

// Retries, so that a short outage of the database does not cause a second mail.
async function finish(db: Db, id: string) {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const { error } = await db.rpc('finish_mail', { id })
    if (!error) return
  }
  log('A mail went out, but the outbox could not be told')
}

interface Payload {
  message_id?: string
  appointment_id?: string
  /** `patient`, `doctor`, or `guardian:` with an id. */
  to?: string
  variant?: string
  /** The time of a cancellation whose mail is sent again. */
  recorded_at?: string
}

async function write(db: Db, claimed: ClaimedMail): Promise<Mail> {
  const { kind, recipient, language, payload, created_at: recordedAt } = claimed
  if (isStoredMail(kind)) return { to: recipient, ...accountMail(await readStoredMail(claimed)) }
  const ids = payload as Payload
  if (kind === 'contact_notice') return contactNotice(await messageOf(db, ids.message_id))
  if (kind === 'contact_confirmation') return contactConfirmation(await messageOf(db, ids.message_id))
  const notice = accountNoticeKinds.find((each) => kind === `account_${each}`)
  if (notice) return { to: recipient, ...accountNotice({ kind: notice, language: languageOf(language) }) }
  if (kind === LEGAL_CHANGED) {
    const { document, version = '' } = payload as { document?: string; version?: string }
    const known = legalMailDocuments.find((each) => each === document)
    if (!known) throw new MailError(`There is no mail of the kind ${kind}`, { retryable: false })
    return { to: recipient, ...legalMail({ document: known, version, language: languageOf(language), siteUrl: siteUrl() }) }
  }
  const aboutPatient = patientMailKinds.find((each) => kind === `account_${each}`)
  if (aboutPatient) {
    const mail = await patientMail(db, {
      kind: aboutPatient,
      ids: payload as PatientMailIds,
      language: languageOf(language),
      siteUrl: siteUrl(),
    })
    // The invitation was revoked, or the announcement no longer holds.
    if (!mail) throw gone()
    return { to: recipient, ...mail }
  }
  const news = ([...appointmentMailKinds, FEE_SET] as const).find((each) =>
    ids.variant ? ids.variant === each : kind === `appointment_${each}`,
  )
  if (!news || !ids.to) throw new MailError(`There is no mail of the kind ${kind}`, { retryable: false })
  const { guardians, ...appointment } = await appointmentOf(db, ids.appointment_id)
  const guardian = guardians.find(({ guardian_id: id }) => ids.to === `guardian:${id}`)
  // The guardian left after the mail was claimed.
  if (ids.to.startsWith('guardian:') && !guardian) throw gone()
  return appointmentMail({
    kind: news,
    to: ids.to === 'doctor' ? 'doctor' : 'patient',
    guardian,
    recipient,
    language: languageOf(language),
    siteUrl: siteUrl(),
    sender: senderAddress(),
    recordedAt: new Date(ids.recorded_at ?? recordedAt),
    appointment: { ...appointment, guardians },
  })
}

async function messageOf(db: Db, id = '') {
  const [message] = unwrap(
    await db.from('contact_messages').select('id, created_at, name, email, phone, service, message, language').eq('id', id),
  )
  if (!message) throw gone()
  return { ...message, language: languageOf(message.language) }
}

async function appointmentOf(db: Db, id = '') {
  const [appointment] = unwrap(
    await db
      .from('appointments')
      .select(
        `id, status, starts_at, ends_at, timezone, session_duration, erased_at, reschedule_count, previous_starts_at, rescheduled_by,
         reschedule_message, cancellation_reason, type_name, fee_minor, fee_currency, fee_agreed_at,
         doctor:doctors(id, first_name, last_name, specialization, specialty_code, timezone, cancellation_hours), 
         patient:profiles(first_name, last_name, timezone, timezone_chosen_at, has_account)`,
      )
      .eq('id', id)
      // The generated types make every column of a view nullable. These columns are never null.
      .overrideTypes<{ patient: { timezone: string; has_account: boolean } }[]>(),
  )
  if (!appointment) throw gone()
  const guardians = appointment.patient.has_account ? [] : unwrap(await db.rpc('list_mail_guardians', { appointment_id: id }))
  return { ...appointment, guardians }
}

function siteUrl() {
  const url = process.env['SITE_URL']
  // Mails wait until the operator sets it.
  if (!url) throw new MailError('SITE_URL is missing', { retryable: true, providerUnavailable: true })
  return url
}

const gone = () => new MailError('superseded', { retryable: false })
