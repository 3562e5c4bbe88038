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
  const headers: Record<string, string> = id ? { 'idempotency-key': id } : {}
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

async function post(who: string, url: string, parcel: Post): Promise<void> {
  const response = await ask(who, url, parcel, { at: Date.now() + parcel.timeoutMs, signal: AbortSignal.timeout(parcel.timeoutMs) })
  if (response.ok) return await response.body?.cancel()
  const { name, message } = await faultIn(response)
  // The same key with other words: an earlier attempt, whose answer was lost, has sent it.
  if (name === 'invalid_idempotent_request') return
  // A wrong key or an unverified domain is the operator's to mend; the mail may go out after that.
  const isTheMailsFault = [400, 404, 405, 413, 422].includes(response.status)
  throw new MailError(`${who} answered ${response.status}`, {
    retryable: !isTheMailsFault,
    wayIsClosed: !isTheMailsFault,
    said: discreet(message ?? ''),
  })
}

const MOST_ASKED = 4
const LONGEST_PAUSE_S = 3

// A few mails a second are let through; who is told to wait a moment waits, and not for the next round. One deadline for all of it.
async function ask(who: string, url: string, parcel: Post, deadline: { at: number; signal: AbortSignal }, asked = 1): Promise<Response> {
  const { secret, body, headers = {} } = parcel
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // The secret goes to the address given, nowhere else.
    redirect: 'error',
    signal: deadline.signal,
  }).catch((cause: unknown) => {
    const late = cause instanceof DOMException && cause.name === 'TimeoutError'
    // A key that keeps it from being sent twice takes the doubt away.
    const mayHaveArrived = late && !('idempotency-key' in headers)
    throw new MailError(`${who} ${late ? 'did not answer in time' : 'cannot be reached'}`, {
      retryable: true,
      wayIsClosed: true,
      mayHaveArrived,
    })
  })
  const pause = Number(response.headers.get('retry-after') ?? Number.NaN)
  const again = Date.now() + (pause + Math.random()) * 1000
  if (response.status !== 429 || !(pause <= LONGEST_PAUSE_S) || asked === MOST_ASKED || again >= deadline.at) return response
  await response.body?.cancel()
  await new Promise((resolve) => setTimeout(resolve, again - Date.now()))
  return ask(who, url, parcel, deadline, asked + 1)
}

// { name: 'validation_error', message: 'The example.com domain is not verified' }, for instance.
async function faultIn(response: Response): Promise<{ name?: string; message?: string }> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return {}
  const { name, message } = body as { name?: unknown; message?: unknown }
  return { ...(typeof name === 'string' ? { name } : {}), ...(typeof message === 'string' ? { message } : {}) }
}

const base64 = ({ content }: Attachment) => Buffer.from(content).toString('base64')
