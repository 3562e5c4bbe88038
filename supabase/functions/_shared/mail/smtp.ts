import { Buffer } from 'node:buffer'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { CALENDAR_FILE, type OutgoingMail, senderAddress } from './mail.ts'
import { discreet, MailError, MailNotConfigured } from './mail-error.ts'

/** `smtps:` is TLS from the start; `smtp:` is STARTTLS, which only a server on this machine may do without. */
export async function sendBySmtp(mail: OutgoingMail, { url, timeoutMs }: { url: string; timeoutMs: number }) {
  // The error of URL itself would carry the password.
  if (!isSmtpUrl(url)) throw new MailNotConfigured('SMTP_URL is not an address')
  const transport = createTransport({
    url,
    ...(mayStayPlain(url) ? {} : { requireTLS: true }),
    // Each may take all of the time: what looks into a mail answers its end late.
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deadline = AbortSignal.timeout(timeoutMs)
  let hasLeft = false
  // The text is asked for when the server has said that it wants it. Taken away, the connection ends, and nothing leaves later.
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const text = open(options).once('resume', () => (hasLeft = true))
      // Should nobody listen any more when the deadline comes: an error unheard would end the process.
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

// Links in mails open accounts. An operator who trusts the way to a relay says so in the URL: ?ignoreTLS=true or ?requireTLS=false
function mayStayPlain(url: string) {
  const { protocol, hostname, searchParams } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'smtps:' || isLoopback || searchParams.get('ignoreTLS') === 'true' || searchParams.get('requireTLS') === 'false'
}

// Only what answers the recipient or the text is about this mail. A greeting, a login or a sender that is refused is the operator's to
// mend, whatever its code; mails wait for that.
function asMailError(cause: unknown, hasLeft: boolean) {
  const { code = 'failed', responseCode, response = '', permanent, command = '' } = cause as SmtpFault
  const isAboutThisMail = hasLeft || command === 'RCPT TO' || command === 'DATA'
  // Of a wrong password nothing is repeated: what is shown to operators is shown to visitors too.
  const said = code === 'EAUTH' ? '' : discreet(response)
  return new MailError(`SMTP ${responseCode ?? code}`, {
    retryable: !(isAboutThisMail && permanent === true),
    said,
    providerUnavailable: !isAboutThisMail || responseCode === 421,
    mayHaveArrived: hasLeft && responseCode === undefined,
  })
}

interface SmtpFault {
  code?: string
  responseCode?: number
  response?: string
  permanent?: boolean
  command?: string
}
