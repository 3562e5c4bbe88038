/** The message is safe to log: it never contains an address, a text or a mail server's response. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether a later attempt can succeed, because the mail itself is not the cause. */
  readonly retryable: boolean
  /** The provider's response without addresses. Empty if it only sent a code. */
  readonly said: string
  /** Whether all other mails would fail now too. */
  readonly providerUnavailable: boolean
  /** Whether the content was sent but the response was lost, so that every further attempt may deliver it again. */
  readonly mayHaveArrived: boolean

  constructor(message: string, { retryable, said = '', providerUnavailable = false, mayHaveArrived = false }: MailFault) {
    super(mayHaveArrived ? `${message}; it may have arrived` : message)
    this.retryable = retryable
    this.said = said
    this.providerUnavailable = providerUnavailable
    this.mayHaveArrived = mayHaveArrived
  }
}

interface MailFault {
  retryable: boolean
  said?: string
  providerUnavailable?: boolean
  mayHaveArrived?: boolean
}

/** The operator has to fix this. Mails wait until then. */
export class MailNotConfigured extends MailError {
  override name = 'MailNotConfigured'

  constructor(message: string) {
    super(message, { retryable: true, providerUnavailable: true })
  }
}

const MAX_ANSWER_LENGTH = 200

/** The provider's response for the operator, with addresses removed. */
export const discreet = (words: string) =>
  words
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_ANSWER_LENGTH)
