// The one door through which mail leaves: SMTP, Resend or the development outbox, whichever the environment names.
import process from 'node:process'
import { company } from '../company.ts'
import { sendByResend, sendToSink } from './http.ts'
import { MailError, MailNotConfigured } from './mail-error.ts'
import { isSmtpUrl, sendBySmtp } from './smtp.ts'

export interface Mail {
  /** The same for every attempt at the same mail: who got it twice after a fault can tell. */
  id?: string
  /** One bare address. */
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  attachments?: Attachment[]
  /** What calendars in mail programs take up. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

export interface Attachment {
  filename: string
  contentType: string
  content: string | Uint8Array
}

/** What a transport gets: checked, with its sender. */
export interface OutgoingMail extends Mail {
  from: string
}

export type Environment = Record<string, string | undefined>

export const CALENDAR_FILE = 'appointment.ics'

/** Whether there is anything mail could leave by. Half a configuration is none: mails wait for the other half. */
export function canSendMail(env: Environment = process.env) {
  const { SMTP_URL: smtpUrl, RESEND_API_KEY: resendKey } = env
  if (smtpUrl || resendKey) return isSender(env['MAIL_FROM']) && (!smtpUrl || isSmtpUrl(smtpUrl))
  return Boolean(env['MAIL_SINK_URL'] && env['MAIL_SINK_SECRET'])
}

/** The bare address that mails come from. */
export const senderAddress = (env: Environment = process.env) =>
  /([^\s<>@]+@[^\s<>@]+)>?$/.exec(env['MAIL_FROM']?.trim() ?? '')?.[1] ?? company.infoEmail

// With the longest run of deliver-mail less than the 30 seconds after which a function is stopped, so that each end is noted down.
const LONGEST_MS = 12_000

/** Throws a MailError that says whether to try again. */
export async function sendMail(mail: Mail, env: Environment = process.env): Promise<void> {
  assertSafe(mail)
  const timeoutMs = Number(env['MAIL_TIMEOUT_MS'] || LONGEST_MS)
  const { SMTP_URL: smtpUrl, RESEND_API_KEY: resendKey, MAIL_SINK_URL: sinkUrl, MAIL_SINK_SECRET: sinkSecret } = env
  if (smtpUrl) return await sendBySmtp(from(mail, env), { url: smtpUrl, timeoutMs })
  if (resendKey) {
    return await sendByResend(from(mail, env), { apiKey: resendKey, baseUrl: env['RESEND_API_URL'] || 'https://api.resend.com', timeoutMs })
  }
  if (sinkUrl && sinkSecret) {
    return await sendToSink({ ...mail, from: env['MAIL_FROM'] || company.infoEmail }, { url: sinkUrl, secret: sinkSecret, timeoutMs })
  }
  throw new MailNotConfigured('No way to send mail is configured (SMTP_URL or RESEND_API_KEY)')
}

function from(mail: Mail, env: Environment): OutgoingMail {
  const sender = env['MAIL_FROM']
  if (!sender) throw new MailNotConfigured('MAIL_FROM is missing')
  if (!isSender(sender)) throw new MailNotConfigured('MAIL_FROM is not one line')
  return { ...mail, from: sender }
}

const isSender = (sender: string | undefined) => Boolean(sender) && !CONTROL.test(sender ?? '')

// A line break in any of these would start a header of the sender's choice.
const CONTROL = /\p{Cc}/u
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;"@]+$/u

function assertSafe({ id, to, subject, replyTo, attachments = [] }: Mail) {
  if (id !== undefined && !/^[\w-]{1,64}$/.test(id)) throw unsafe('id')
  if (!isAddress(to)) throw unsafe('recipient')
  if (replyTo !== undefined && !isAddress(replyTo)) throw unsafe('reply address')
  if (CONTROL.test(subject)) throw unsafe('subject')
  if (attachments.some(({ filename, contentType }) => CONTROL.test(filename) || CONTROL.test(contentType))) throw unsafe('attachment')
}

/** Whether it is safe, and of use, in a header. */
export const isAddress = (text: string) => text.length <= 254 && ADDRESS.test(text)

const unsafe = (part: string) => new MailError(`The ${part} of a mail is not acceptable`, { retryable: false })
