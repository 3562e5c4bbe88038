import { Buffer } from 'node:buffer'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { CALENDAR_FILE, type OutgoingMail, senderAddress } from './mail.ts'
import { discreet, MailError, MailNotConfigured } from './mail-error.ts'

/** `smtps:` uses TLS from the start. `smtp:` uses STARTTLS, which is required unless the server is on this machine. */
export async function sendBySmtp(mail: OutgoingMail, { url, timeoutMs }: { url: string; timeoutMs: number }) {
  // The error thrown by URL would contain the password.
  if (!isSmtpUrl(url)) throw new MailNotConfigured('SMTP_URL is not an address')
  const transport = createTransport({
    url,
    ...(mayStayPlain(url) ? {} : { requireTLS: true }),
    // Each step may take the whole timeout, because servers that scan mails respond late to the end of the content.
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deadline = AbortSignal.timeout(timeoutMs)
  let hasLeft = false
  // The content is read only when the server is ready for it. Destroying its stream at the deadline closes the connection, so nothing is
  // sent later.
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const text = open(options).once('resume', () => (hasLeft = true))
      // Without this listener, an error after the deadline could be unhandled and crash the process.
      text.on('error', () => undefined)
      const end = () => text.destroy(late())
      if (deadline.aborted) end()
      else deadline.addEventListener('abort', end)
      return text
    }
    done()
  })
  try {
    await Promise.race([transport.sendMail(contentOf(mail)), endOf(deadline)])
  } catch (cause) {
    throw asMailError(cause, hasLeft)
  } finally {
    transport.close()
  }
}

export function isSmtpUrl(url: string) {
  return URL.canParse(url) && /^smtps?:\/\/[^/?#]/.test(url) && new URL(url).hostname !== ''
}

function contentOf({ id, from, to, subject, html, text, replyTo, attachments = [], calendar }: OutgoingMail): SendMailOptions {
  return {
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
  }
}

const late = () => Object.assign(new Error('The mail took too long'), { code: 'ETIMEDOUT' })

const endOf = (deadline: AbortSignal) => new Promise<never>((_, reject) => deadline.addEventListener('abort', () => reject(late())))

// Links in mails give access to accounts. An operator who trusts the network to the mail server sets ?ignoreTLS=true or ?requireTLS=false.
function mayStayPlain(url: string) {
  const { protocol, hostname, searchParams } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'smtps:' || isLoopback || searchParams.get('ignoreTLS') === 'true' || searchParams.get('requireTLS') === 'false'
}

// Only errors about the recipient or the content concern this mail. If the greeting, the login or the sender is refused, the operator has
// to fix it, whatever the code, and mails wait until then.
function asMailError(cause: unknown, hasLeft: boolean) {
  const { code = 'failed', originalCode = code, responseCode, response = '', permanent, command = '' } = cause as SmtpFault
  const isAboutThisMail = hasLeft || command === 'RCPT TO' || command === 'DATA'
  // The response to a wrong password is not passed on, because visitors see what operators see.
  const said = code === 'EAUTH' ? '' : discreet(response)
  return new MailError(`SMTP ${responseCode ?? originalCode}`, {
    retryable: !(isAboutThisMail && permanent === true),
    said,
    providerUnavailable: !isAboutThisMail || responseCode === 421,
    mayHaveArrived: hasLeft && responseCode === undefined,
  })
}

interface SmtpFault {
  code?: string
  /** The error code of the socket, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  originalCode?: string
  responseCode?: number
  response?: string
  permanent?: boolean
  command?: string
}
