import { Buffer } from 'node:buffer'
import { createTransport } from 'nodemailer'
import { MailError, MailNotConfigured } from './mail-error.ts'
import type { OutgoingMail } from './transport.ts'

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
  const { from, to, subject, html, text, replyTo, attachments = [] } = mail
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      subject,
      html,
      text,
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

// The server's own words are left out: they often repeat the address.
function asMailError(cause: unknown) {
  const { code = 'failed', responseCode, permanent } = cause as { code?: string; responseCode?: number; permanent?: boolean }
  const refused = permanent === true && code !== 'EAUTH'
  return new MailError(`SMTP ${responseCode ?? code}`, { retryable: !refused })
}
