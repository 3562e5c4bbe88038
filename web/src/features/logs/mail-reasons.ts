import type { TextKey } from '../../lib/i18n.tsx'

/** What the outbox writes for a mail that was not sent because things have changed since. */
const SUPERSEDED = 'superseded'

/** Every reason that the outbox, its functions and the mail transports write, in the order in which they are tried. */
const REASONS: [RegExp, TextKey][] = [
  [/^superseded$/, 'logs.reason.superseded'],
  [/^sender lost$/, 'logs.reason.interrupted'],
  [/^(SITE_URL|MAIL_FROM|SMTP_URL|ENCRYPTION_KEY) is |^No way to send mail is configured|^SMTP EAUTH\b/, 'logs.reason.notSetUp'],
  [/^The mail could not be made$|^There is no mail of the kind /, 'logs.reason.notWritten'],
  [/^The .+ of a mail is not acceptable$/, 'logs.reason.invalid'],
  [/^SMTP \w*(CERT|LEAF_SIGNATURE)/, 'logs.reason.certificate'],
  [/^SMTP \d|^\S+ answered \d/, 'logs.reason.refused'],
  [/^SMTP |^\S+ (did not answer in time|cannot be reached)/, 'logs.reason.unreachable'],
]

export interface MailReason {
  text: TextKey
  /** The mail server's own words. Empty if there are none. */
  answer: string
}

/** The reason in the reader's language. What this version does not know gets a general text. */
export function reasonOf(error: string): MailReason {
  const [reason = '', ...answer] = error.split(': ')
  const text = REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'logs.reason.other'
  const isAnswered = text === 'logs.reason.refused' || text === 'logs.reason.unreachable'
  return { text, answer: isAnswered ? answer.join(': ') : '' }
}

/** As the log shows it: a mail that is no longer needed has not failed. */
export const shownState = ({ state, last_error }: { state: string; last_error: string }) =>
  state === 'failed' && last_error === SUPERSEDED ? SUPERSEDED : state
