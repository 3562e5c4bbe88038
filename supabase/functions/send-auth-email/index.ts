// Supabase Auth's Send Email hook: account mails in the reader's language and the product's look.
import process from 'node:process'
import { accountMail } from '../_shared/mail/account-mails.ts'
import { MailError } from '../_shared/mail/mail-error.ts'
import { sendMail } from '../_shared/mail/transport.ts'
import { isSignedBy } from '../_shared/webhook-signature.ts'
import { mailsOf } from './payload.ts'

export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refusal(405, 'Only POST is answered')
    const secrets = process.env['SEND_EMAIL_HOOK_SECRET']
    if (!secrets) return refusal(500, 'SEND_EMAIL_HOOK_SECRET is missing')
    const body = await request.text()
    if (!isSignedBy(secrets, request.headers, body)) return refusal(401, 'The signature is not valid')
    const mails = mailsOf(parse(body))
    if (!mails) return refusal(400, 'The payload is not one of the Send Email hook')
    try {
      for (const { to, ...mail } of mails) await sendMail({ to, ...accountMail(mail) })
    } catch (error) {
      return refusal(500, error instanceof MailError ? error.message : 'The mail could not be made')
    }
    return Response.json({})
  },
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
