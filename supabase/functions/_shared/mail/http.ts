// Mail over HTTP: Resend, and the outbox of a development server.
import { Buffer } from 'node:buffer'
import { MailError } from './mail-error.ts'
import type { Attachment, OutgoingMail } from './transport.ts'

export async function sendByResend(
  mail: OutgoingMail,
  { apiKey, baseUrl, timeoutMs }: { apiKey: string; baseUrl: string; timeoutMs: number },
) {
  const { from, to, subject, html, text, replyTo, attachments = [] } = mail
  const body = {
    from,
    to: [to],
    subject,
    html,
    text,
    ...(replyTo ? { reply_to: replyTo } : {}),
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map((each) => ({ filename: each.filename, content_type: each.contentType, content: base64(each) })),
  }
  await post('Resend', `${baseUrl.replace(/\/$/, '')}/emails`, { secret: apiKey, body, timeoutMs })
}

export async function sendToSink(mail: OutgoingMail, { url, secret, timeoutMs }: { url: string; secret: string; timeoutMs: number }) {
  const attachments = (mail.attachments ?? []).map((each) => ({
    filename: each.filename,
    contentType: each.contentType,
    content: base64(each),
  }))
  await post('The outbox', url, { secret, body: { ...mail, attachments }, timeoutMs })
}

async function post(who: string, url: string, { secret, body, timeoutMs }: { secret: string; body: object; timeoutMs: number }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The secret goes to the address given, nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new MailError(`${who} ${late ? 'did not answer in time' : 'cannot be reached'}`, { retryable: true })
  })
  await response.body?.cancel()
  if (response.ok) return
  // A wrong key or an unverified domain is the operator's to mend; the mail may go out after that.
  const isTheMailsFault = [400, 404, 405, 413, 422].includes(response.status)
  throw new MailError(`${who} answered ${response.status}`, { retryable: !isTheMailsFault })
}

const base64 = ({ content }: Attachment) => Buffer.from(content).toString('base64')
