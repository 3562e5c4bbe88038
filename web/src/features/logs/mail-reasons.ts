import type { TextKey } from '../../lib/i18n.tsx'

/** The text that the outbox stores for a mail that was not sent because things have changed since. */
const SUPERSEDED = 'superseded'

/** Every reason that the outbox, its functions and the mail transports store. The patterns are tried in this order. */
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
  /** The mail server's own words, or empty. */
  answer: string
}

/** The reason in the reader's language. An unknown reason gets a general text. */
export function reasonOf(error: string): MailReason {
  const [reason = '', ...answer] = error.split(': ')
  const text = REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'logs.reason.other'
  const isAnswered = text === 'logs.reason.refused' || text === 'logs.reason.unreachable'
  return { text, answer: isAnswered ? answer.join(': ') : '' }
}

/** The state that the log shows: a mail that is no longer needed does not count as failed. */
export const shownState = ({ state, last_error }: { state: string; last_error: string }) =>
  state === 'failed' && last_error === SUPERSEDED ? SUPERSEDED : state
