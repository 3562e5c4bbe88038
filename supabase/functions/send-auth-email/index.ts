// Supabase Auth's Send Email hook: sends account mails in the reader's language and the product's design. The mails are recorded first;
// deliver-mail retries a mail that cannot be sent at once until its link expires.
import process from 'node:process'
import { createAdminClient } from '@supabase/server/core'
import type { Database } from '../_shared/database.types.ts'
import { recordAccountMails } from '../_shared/mail/account-outbox.ts'
import { type Delivery, deliver } from '../_shared/mail/outbox.ts'
import { isSignedBy } from '../_shared/webhook-signature.ts'
import { type AccountEvent, eventOf } from './payload.ts'

// Hosted Supabase waits five seconds for a hook. Sending continues after the response; if it is cut off, the mail becomes due again.
const ANSWER_MS = 4000

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(405, 'Only POST is answered')
    for (const name of ['SEND_EMAIL_HOOK_SECRET', 'ENCRYPTION_KEY']) if (!process.env[name]) return refusal(500, `${name} is missing`)
    const body = await request.text()
    if (!isSignedBy(process.env['SEND_EMAIL_HOOK_SECRET'] ?? '', request.headers, body)) return refusal(401, 'The signature is not valid')
    const event = eventOf(parse(body), request.headers.get('webhook-id') ?? '')
    if (!event) return refusal(400, 'The payload is not one of the Send Email hook')
    try {
      const deliveries = await recordAndSend(event)
      const givenUp = deliveries.find(({ sent, retryable }) => !sent && !retryable)
      return givenUp ? refusal(422, givenUp.error?.split(': ')[0] ?? '') : Response.json({})
    } catch (error) {
      // oxlint-disable-next-line no-console -- Functions log to the console on both backends.
      console.error(error)
      return refusal(500, 'The mail could not be recorded')
    }
  },
}

/** The results at the time of the response. Empty if the mails are still being sent. */
async function recordAndSend(event: AccountEvent): Promise<Delivery[]> {
  const db = createAdminClient<Database>()
  const mails = await recordAccountMails(db, event)
  const { promise: timeUp, resolve } = Promise.withResolvers<Delivery[]>()
  const timer = setTimeout(resolve, ANSWER_MS, [])
  try {
    return await Promise.race([deliver(db, mails), timeUp])
  } finally {
    clearTimeout(timer)
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function refusal(status: number, message: string) {
  return Response.json({ error: { http_code: status, message } }, { status })
}
