/** Its message may be logged: it never holds an address, a text or the words of a mail server. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether the same mail may well go out later: the fault is not the mail's. */
  readonly retryable: boolean
  /** What the provider answered, without addresses; empty where it only gave a number. */
  readonly said: string
  /** Whether no other mail would get through at this moment either. */
  readonly providerUnavailable: boolean
  /** The text had left when the answer went missing: each further try may bring it once more. */
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

/** The operator's to mend; mails wait for it. */
export class MailNotConfigured extends MailError {
  override name = 'MailNotConfigured'

  constructor(message: string) {
    super(message, { retryable: true, providerUnavailable: true })
  }
}

const MAX_ANSWER_LENGTH = 200

/** A provider's own words, for the operator to read. An address in them is nobody's business. */
export const discreet = (words: string) =>
  words
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, MAX_ANSWER_LENGTH)
