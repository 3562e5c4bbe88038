// Mail over HTTP: Resend, and the outbox of a development server.
import { Buffer } from 'node:buffer'
import { discreet, MailError } from './mail-error.ts'
import { type Attachment, CALENDAR_FILE, type OutgoingMail } from './transport.ts'

export async function sendByResend(
  mail: OutgoingMail,
  { apiKey, baseUrl, timeoutMs }: { apiKey: string; baseUrl: string; timeoutMs: number },
) {
  const { id, from, to, subject, html, text, replyTo } = mail
  const body = {
    from,
    to: [to],
    subject,
    html,
    text,
    ...(replyTo ? { reply_to: replyTo } : {}),
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachmentsOf(mail).map((each) => ({ filename: each.filename, content_type: each.contentType, content: base64(each) })),
  }
  const headers = id ? { 'idempotency-key': id } : {}
  await post('Resend', `${baseUrl.replace(/\/$/, '')}/emails`, { secret: apiKey, body, headers, timeoutMs })
}

export async function sendToSink(mail: OutgoingMail, { url, secret, timeoutMs }: { url: string; secret: string; timeoutMs: number }) {
  const { id: _id, calendar: _calendar, ...rest } = mail
  const attachments = attachmentsOf(mail).map((each) => ({
    filename: each.filename,
    contentType: each.contentType,
    content: base64(each),
  }))
  await post('The outbox', url, { secret, body: { ...rest, attachments }, timeoutMs })
}

function attachmentsOf({ attachments = [], calendar }: OutgoingMail): Attachment[] {
  if (!calendar) return attachments
  const contentType = `text/calendar; charset=utf-8; method=${calendar.method}`
  return [...attachments, { filename: CALENDAR_FILE, contentType, content: calendar.content }]
}

interface Post {
  secret: string
  body: object
  headers?: Record<string, string>
  timeoutMs: number
}

async function post(who: string, url: string, { secret, body, headers = {}, timeoutMs }: Post) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The secret goes to the address given, nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw new MailError(`${who} ${late ? 'did not answer in time' : 'cannot be reached'}`, { retryable: true })
  })
  const said = response.ok ? '' : await saidBy(response)
  await response.body?.cancel()
  if (response.ok) return
  // A wrong key or an unverified domain is the operator's to mend; the mail may go out after that.
  const isTheMailsFault = [400, 404, 405, 413, 422].includes(response.status)
  throw new MailError(`${who} answered ${response.status}`, { retryable: !isTheMailsFault, said })
}

// "The example.com domain is not verified", for instance.
async function saidBy(response: Response) {
  if (Number(response.headers.get('content-length') ?? 0) > 10_000) return ''
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
  return typeof message === 'string' ? discreet(message) : ''
}

const base64 = ({ content }: Attachment) => Buffer.from(content).toString('base64')
