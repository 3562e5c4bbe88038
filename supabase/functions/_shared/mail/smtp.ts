import { Buffer } from 'node:buffer'
import { createTransport } from 'nodemailer'
import { discreet, MailError, MailNotConfigured } from './mail-error.ts'
import { CALENDAR_FILE, type OutgoingMail, senderAddress } from './transport.ts'

/** `smtps:` is TLS from the start; `smtp:` is STARTTLS, which only a server on this machine may do without. */
export async function sendBySmtp(mail: OutgoingMail, { url, timeoutMs }: { url: string; timeoutMs: number }) {
  // The error of URL itself would carry the password.
  if (!URL.canParse(url)) throw new MailNotConfigured('SMTP_URL is not an address')
  const transport = createTransport({
    url,
    ...(mayStayPlain(url) ? {} : { requireTLS: true }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { id, from, to, subject, html, text, replyTo, attachments = [], calendar } = mail
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      html,
      text,
      ...(id ? { messageId: `<${id}@${senderAddress({ MAIL_FROM: from }).split('@')[1]}>` } : {}),
      ...(calendar ? { icalEvent: { ...calendar, filename: CALENDAR_FILE } } : {}),
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments: attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content: typeof content === 'string' ? content : Buffer.from(content),
      })),
    })
  } catch (cause) {
    throw asMailError(cause)
  } finally {
    transport.close()
  }
}

// Links in mails open accounts. An operator who trusts the way to a relay says so in the URL: ?ignoreTLS=true or ?requireTLS=false
function mayStayPlain(url: string) {
  const { protocol, hostname, searchParams } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'smtps:' || isLoopback || searchParams.get('ignoreTLS') === 'true' || searchParams.get('requireTLS') === 'false'
}

function asMailError(cause: unknown) {
  const { code = 'failed', responseCode, response = '', permanent } = cause as SmtpFault
  const refused = permanent === true && code !== 'EAUTH'
  // Of a wrong password nothing is repeated: what is shown to operators is shown to visitors too.
  const said = code === 'EAUTH' ? '' : discreet(response)
  return new MailError(`SMTP ${responseCode ?? code}`, { retryable: !refused, said })
}

interface SmtpFault {
  code?: string
  responseCode?: number
  response?: string
  permanent?: boolean
}
