// Mail over HTTP: Resend, and the outbox of a development server.
import { Buffer } from 'node:buffer'
import { type Attachment, CALENDAR_FILE, type OutgoingMail } from './mail.ts'
import { discreet, MailError } from './mail-error.ts'

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

async function post(provider: string, url: string, request: Post): Promise<void> {
  const response = await send(provider, url, request, {
    at: Date.now() + request.timeoutMs,
    signal: AbortSignal.timeout(request.timeoutMs),
  })
  if (response.ok) return await response.body?.cancel()
  const { name, message } = await errorIn(response)
  // The key was already used with another text, so an earlier attempt, whose response was lost, sent the mail.
  if (name === 'invalid_idempotent_request') return
  // The operator can fix a wrong key or an unverified domain, so these errors are retried.
  const isMailInvalid = [400, 404, 405, 413, 422].includes(response.status)
  throw new MailError(`${provider} answered ${response.status}`, {
    retryable: !isMailInvalid,
    providerUnavailable: !isMailInvalid,
    said: discreet(message ?? ''),
  })
}

const MAX_ATTEMPTS = 4
const MAX_RETRY_AFTER_S = 3

// Providers accept a few mails per second. If one asks for a short pause, this waits instead of failing until the next run. One deadline
// covers all attempts.
async function send(
  provider: string,
  url: string,
  request: Post,
  deadline: { at: number; signal: AbortSignal },
  attempt = 1,
): Promise<Response> {
  const { secret, body, headers = {} } = request
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // A redirect must not carry the secret to another address.
    redirect: 'error',
    signal: deadline.signal,
  }).catch((cause: unknown) => {
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    // With an idempotency key, a second attempt cannot send the mail twice.
    const mayHaveArrived = isTimeout && !('idempotency-key' in headers)
    throw new MailError(`${provider} ${isTimeout ? 'did not answer in time' : 'cannot be reached'}`, {
      retryable: true,
      providerUnavailable: true,
      mayHaveArrived,
    })
  })
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAt = Date.now() + (retryAfter + Math.random()) * 1000
  if (response.status !== 429 || !(retryAfter <= MAX_RETRY_AFTER_S) || attempt === MAX_ATTEMPTS || retryAt >= deadline.at) return response
  await response.body?.cancel()
  await new Promise((resolve) => setTimeout(resolve, retryAt - Date.now()))
  return send(provider, url, request, deadline, attempt + 1)
}

// For example { name: 'validation_error', message: 'The example.com domain is not verified' }.
async function errorIn(response: Response): Promise<{ name?: string; message?: string }> {
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return {}
  const { name, message } = body as { name?: unknown; message?: unknown }
  return { ...(typeof name === 'string' ? { name } : {}), ...(typeof message === 'string' ? { message } : {}) }
}

const base64 = ({ content }: Attachment) => Buffer.from(content).toString('base64')
