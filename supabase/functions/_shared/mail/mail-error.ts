/** Its message may be logged: it never holds an address, a text or the words of a mail server. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether the same mail may well go out later: the fault is not the mail's. */
  readonly retryable: boolean
  /** What the provider answered, without addresses; empty where it only gave a number. */
  readonly said: string

  constructor(message: string, { retryable, said = '' }: { retryable: boolean; said?: string }) {
    super(message)
    this.retryable = retryable
    this.said = said
  }
}

export class MailNotConfigured extends MailError {
  override name = 'MailNotConfigured'

  constructor(message: string) {
    super(message, { retryable: false })
  }
}

const LONGEST_WORDS = 200

/** A provider's own words, for the operator to read. An address in them is nobody's business. */
export const discreet = (words: string) =>
  words
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_WORDS)
