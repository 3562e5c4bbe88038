// Sends a mail by SMTP, by Resend or to the development outbox, as the environment configures it.
import process from 'node:process'
import { company } from '../company.ts'
import { sendByResend, sendToSink } from './http.ts'
import { type Environment, isAddress, type Mail, type OutgoingMail } from './mail.ts'
import { MailError, MailNotConfigured } from './mail-error.ts'
import { isSmtpUrl, sendBySmtp } from './smtp.ts'

/** Whether sending is configured. Mails wait while the configuration is incomplete. */
export function canSendMail(env: Environment = process.env) {
  const { SMTP_URL: smtpUrl, RESEND_API_KEY: resendKey } = env
  if (smtpUrl || resendKey) return isSender(env['MAIL_FROM']) && (!smtpUrl || isSmtpUrl(smtpUrl))
  return Boolean(env['MAIL_SINK_URL'] && env['MAIL_SINK_SECRET'])
}

// A function is stopped after 30 seconds. This timeout plus the longest run of deliver-mail is shorter, so every result gets recorded.
const TIMEOUT_MS = 12_000

/** Throws a MailError that says whether to retry. */
export async function sendMail(mail: Mail, env: Environment = process.env): Promise<void> {
  assertSafe(mail)
  const timeoutMs = Number(env['MAIL_TIMEOUT_MS'] || TIMEOUT_MS)
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

// A line break in one of these fields would let its author add a header.
const CONTROL = /\p{Cc}/u

function assertSafe({ id, to, subject, replyTo, attachments = [] }: Mail) {
  if (id !== undefined && !/^[\w-]{1,64}$/.test(id)) throw unsafe('id')
  if (!isAddress(to)) throw unsafe('recipient')
  if (replyTo !== undefined && !isAddress(replyTo)) throw unsafe('reply address')
  if (CONTROL.test(subject)) throw unsafe('subject')
  if (attachments.some(({ filename, contentType }) => CONTROL.test(filename) || CONTROL.test(contentType))) throw unsafe('attachment')
}

const unsafe = (part: string) => new MailError(`The ${part} of a mail is not acceptable`, { retryable: false })
