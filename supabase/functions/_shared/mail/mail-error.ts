/** Its message may be logged: it never holds an address, a text or the words of a mail server. */
export class MailError extends Error {
  override name = 'MailError'
  /** Whether the same mail may well go out later: the fault is not the mail's. */
  readonly retryable: boolean

  constructor(message: string, { retryable }: { retryable: boolean }) {
    super(message)
    this.retryable = retryable
  }
}

export class MailNotConfigured extends MailError {
  override name = 'MailNotConfigured'

  constructor(message: string) {
    super(message, { retryable: false })
  }
}
